import { bareObject, isWireObject, type WireObject, type WireValue } from '../protocol/wire.ts';
import type { AnswerEdit } from './fault-points.ts';
import { shuffled } from './random.ts';
import type { Random } from './types.ts';
import { fromJson, members, num } from './wire-values.ts';

/** The same value with the members of every object in another order. */
export function shuffleKeys(value: WireValue, random: Random): WireValue {
  if (Array.isArray(value)) return value.map((item) => shuffleKeys(item, random));
  if (!isWireObject(value)) return value;
  // Orders that never come again are better looked up by a hash than remembered as shapes.
  const copy: WireObject = Object.create(null);
  for (const key of shuffled(Object.keys(value), random)) copy[key] = shuffleKeys(value[key] ?? null, random);
  return copy;
}

/** Fields that no list names (Versioning 3), of every kind of value. */
const unknownFields = (): WireObject =>
  members({
    new_field: 'a value',
    new_number: num('1.5'),
    new_flag: false,
    new_nothing: null,
    new_object: members({ inner: [num(1), members({})] }),
  });

/** The keys of these maps are data, or texts for the payer, and not fields. */
const MAPS: ReadonlySet<string> = new Set([
  'add_ons_config',
  'account_info_config',
  'account_info',
  'manual',
  'info',
  'warning',
]);

/** Adds unknown fields to the envelope and to every object of the payload. */
export function addUnknownFields(value: WireValue): WireValue {
  if (Array.isArray(value)) return value.map(addUnknownFields);
  if (!isWireObject(value)) return value;
  const copy = bareObject();
  for (const [key, member] of Object.entries(value)) {
    // So are those of a redirect: each of them is sent on with the payer.
    const isRedirect = key === 'data' && 'method' in value && 'url' in value;
    copy[key] = MAPS.has(key) || isRedirect ? member : addUnknownFields(member);
  }
  return Object.assign(copy, unknownFields());
}

function child(parent: WireValue, key: string): WireValue | undefined {
  if (Array.isArray(parent)) return parent[Number(key)];
  return isWireObject(parent) ? parent[key] : undefined;
}

function put(parent: WireValue, key: string, value: WireValue | undefined): void {
  if (Array.isArray(parent)) {
    const index = Number(key);
    if (!Number.isSafeInteger(index) || index < 0) return;
    if (value === undefined) parent.splice(index, 1);
    else if (index <= parent.length) parent[index] = value;
  } else if (isWireObject(parent)) {
    if (value === undefined) delete parent[key];
    else parent[key] = value;
  }
}

/** Sets (or removes, for undefined) what a dotted path names; missing objects on the way are made. */
function setPath(envelope: WireObject, path: string, value: WireValue | undefined): void {
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  let parent: WireValue = envelope;
  for (const key of keys) {
    const next = child(parent, key);
    if (Array.isArray(next) || isWireObject(next)) parent = next;
    else if (value === undefined) return;
    else {
      const made = members({});
      put(parent, key, made);
      parent = made;
    }
  }
  put(parent, last, value);
}

/** The envelope after the edits of the faults that bite. */
export function editEnvelope(envelope: WireObject, edits: readonly AnswerEdit[], random: Random): WireValue {
  let edited: WireValue = envelope;
  for (const edit of edits) {
    if (edit.envelope !== undefined) edited = fromJson(edit.envelope);
    if (isWireObject(edited)) {
      for (const [path, value] of Object.entries(edit.set ?? {})) setPath(edited, path, fromJson(value));
      for (const path of edit.remove ?? []) setPath(edited, path, undefined);
    }
    if (edit.unknownFields === true) edited = addUnknownFields(edited);
    if (edit.shuffle === true) edited = shuffleKeys(edited, random);
  }
  return edited;
}
