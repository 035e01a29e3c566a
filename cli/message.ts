/** A message for the signature calculator: what it is, its body, the secret. Shared by sign and verify. */
import { OPERATIONS, type Operation } from '../simulator/protocol/operations.ts';
import { resolveReadings } from '../simulator/protocol/readings.ts';
import { requestFields } from '../simulator/protocol/request-fields.ts';
import { type EmptyRule, notificationText, signedText } from '../simulator/protocol/signing.ts';
import { isWireObject, parseForm, parseWire, textOf, type WireObject } from '../simulator/protocol/wire.ts';
import { readGiven } from '../suite/config/given-file.ts';
import { nearest } from '../suite/config/nearest.ts';
import { whyUnreadable } from '../suite/config/unreadable.ts';
import { usageError } from './support/exit.ts';
import { readShopSecret } from './support/secret.ts';

export interface MessageOptions {
  body?: string | undefined;
  form?: true | undefined;
  secret?: string | undefined;
  secretEnv?: string | undefined;
  secretFile?: string | undefined;
  empty?: EmptyRule | undefined;
}

export interface Message {
  /** Undefined for a notification. */
  operation: Operation | undefined;
  body: WireObject;
  secret: string;
  rule: EmptyRule;
}

/** One field's part in the string: its text, or why it has none. */
export interface FieldPart {
  key: string;
  text: string | null;
  note: string | null;
}

/** A field that the operation requires and the body does not have. */
export interface MissingField {
  key: string;
  found: 'absent' | 'null' | 'empty';
  /** Whether the specification says that it is required; otherwise the gateway asks for it by default. */
  stated: boolean;
  section: string;
}

/** Reads what the user gave; everything wrong with it is a usage error (exit code 2). */
export async function readMessage(
  what: string,
  file: string | undefined,
  options: MessageOptions,
): Promise<Message> {
  const operation = readOperation(what);
  const secret = chosenSecret(options);
  const body = readBody(await readBytes(file, options), options.form === true);
  return { operation, body, secret, rule: options.empty ?? 'skip' };
}

/** The string to sign, exactly, without the secret. */
export function exactText({ operation, body, rule }: Message): string {
  return operation === undefined ? notificationText(body) : signedText(operation.signedFields, body, rule);
}

/** Every field that takes part, in the order of the string; then those of the body that do not. */
export function fieldParts({ operation, body, rule }: Message): FieldPart[] {
  const signed = operation?.signedFields ?? Object.keys(body).filter((key) => key !== 'sign');
  const parts = signed.toSorted().map((key) => fieldPart(key, body, rule));
  const others = Object.keys(body).filter((key) => key !== 'sign' && !signed.includes(key));
  return [
    ...parts,
    ...others.map((key) => ({ key, text: null, note: 'not a signature field of this operation' })),
  ];
}

/** What a request lacks: the gateway refuses it, however it is signed. Fields of notifications are not shown. */
export function missingFields({ operation, body }: Message): MissingField[] {
  if (operation === undefined) return [];
  return requestFields(operation.id, defaultReadings).flatMap(({ name, required, listedRequired }) => {
    const value = body[name];
    if (!required || (value !== undefined && value !== null && value !== '')) return [];
    const found = value === undefined ? 'absent' : value === null ? 'null' : 'empty';
    return [{ key: name, found, stated: listedRequired, section: operation.section }];
  });
}

const defaultReadings = resolveReadings('spec', {});

function fieldPart(key: string, body: WireObject, rule: EmptyRule): FieldPart {
  const value = body[key];
  if (value === undefined) return { key, text: null, note: 'not in the body' };
  if (value === null || value === '') {
    const found = value === null ? 'null' : 'empty';
    return rule === 'skip'
      ? { key, text: null, note: `${found}, left out` }
      : { key, text: '', note: `${found}, keeps its place` };
  }
  const text = textOf(value);
  return text === undefined
    ? {
        key,
        text: notificationText({ value }),
        note: 'nested: signed as compact JSON; the specification does not say how',
      }
    : { key, text, note: null };
}

function readOperation(what: string): Operation | undefined {
  if (what === 'notification') return undefined;
  const path = what.replace(/^.*\/gateway\/v1\//, '').replace(/^\/|\/$/g, '');
  const found = OPERATIONS.find(({ id }) => id === path);
  if (found !== undefined) return found;
  const names = ['notification', ...OPERATIONS.map(({ id }) => id)];
  const near = nearest(path, names);
  throw usageError(
    `unknown operation "${what}".${near === undefined ? '' : ` Did you mean ${near}?`}`,
    `Known: ${names.join(', ')}.`,
  );
}

async function readBytes(file: string | undefined, { body }: MessageOptions): Promise<Buffer> {
  if (body !== undefined && file !== undefined)
    throw usageError('give the body as a file or as --body, not both.');
  if (body !== undefined) return Buffer.from(body);
  if (file !== undefined && file !== '-') {
    try {
      return readGiven(file);
    } catch (cause) {
      throw usageError(`the body "${file}" cannot be read: ${whyUnreadable(cause)}.`);
    }
  }
  if (process.stdin.isTTY)
    throw usageError('the body is missing.', 'Give a FILE, --body TEXT, or pipe it in.');
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

function readBody(bytes: Buffer, form: boolean): WireObject {
  if (form) {
    const result = parseForm(bytes);
    if (!result.ok) throw usageError(`the body is not usable: ${result.reason}.`);
    if (result.repeated.length > 0) {
      throw usageError(
        `the body is not usable: these fields come more than once: ${result.repeated.join(', ')}.`,
      );
    }
    return result.value;
  }
  const result = parseWire(bytes);
  if (!result.ok) {
    const looksLikeForm = /^[\w[\]%.-]+=/.test(bytes.toString('latin1', 0, 200));
    throw usageError(
      `the body is not usable: ${result.reason}.`,
      looksLikeForm ? 'It looks like a form: add --form.' : undefined,
    );
  }
  if (!isWireObject(result.value)) throw usageError('the body is not usable: a JSON object is expected.');
  return result.value;
}

function chosenSecret({ secret, secretEnv, secretFile }: MessageOptions): string {
  const given = [
    ['--secret', secret],
    ['--secret-env', secretEnv === undefined ? undefined : `env:${secretEnv}`],
    ['--secret-file', secretFile === undefined ? undefined : `@${secretFile}`],
  ] as const;
  const used = given.flatMap(([option, spec]) => (spec === undefined ? [] : [{ option, spec }]));
  const [only] = used;
  if (only === undefined || used.length > 1) {
    throw usageError(
      used.length > 1
        ? `${used.map(({ option }) => option).join(' and ')}: give only one of them.`
        : 'the secret is missing.',
      'Give --secret env:NAME, --secret @FILE, --secret-env NAME or --secret-file FILE.',
    );
  }
  return readShopSecret(only.spec, only.option);
}
