/** Finds the known mistake, or two of them together, that turns a message into the signature that was sent. */

import { whereItFits } from './sign-fits.ts';
import { byteRecipes, type HashRecipe, hashRecipes, type SecretJoin, secretJoins } from './sign-hashes.ts';
import { plannedText, type SignedMessage, type SignPlan } from './sign-message.ts';
import { spacedJson } from './sign-nested.ts';
import { readSent, type SentReading } from './sign-sent.ts';
import { allFields, fieldRows, orders, type PlanRow, shapeRows, singleRows } from './sign-texts.ts';
import { createSignWork, type SignWork, weightOf } from './sign-work.ts';
import { bareObject, stringifyWire } from './wire.ts';

/** The known mistake that reproduces a wrong signature, in words for the merchant's developer. */
export interface RecipeMatch {
  /** The mistakes' ids, joined by `+`. */
  id: string;
  says: string;
}

interface Candidate {
  ids: string[];
  says: string[];
  text: string;
  /** What it weighs, once that was asked. */
  weight?: number;
  /** How it is built, where it is built of the fields. */
  plan?: SignPlan;
  /** It is tried by itself, and not together with other mistakes. */
  alone?: true;
  /** The secret is inside already: nothing is joined to it. */
  complete?: true;
}

/** Larger bodies are not tried at all, or not with two mistakes; sizes in characters. */
const effort = { pairs: 8_192, singles: 16_384, fields: 200 } as const;

/** Orders of up to this many fields are all tried. */
const maxPermuted = 6;

/**
 * The mistake whose result is `sent`: single ones first, then two together (all fields in insertion order,
 * MD5 in upper case, …).
 *
 * @returns null if no known recipe fits: then the secret or the signed values are others
 */
export function findRecipe(message: SignedMessage, sent: string): RecipeMatch | null {
  const right = plannedText(message, {});
  const plain = plainMistake(message, right, sent);
  if (plain !== null) return plain;
  const readings = readSent(sent);
  if (readings.length === 0) return null;
  const size = stringifyWire(message.body).length;
  if (size > effort.singles) return null;
  const pairs = size <= effort.pairs && Object.keys(message.body).length <= effort.fields;
  const work = createSignWork(message.kind);
  const texts = candidates(message, right, pairs, work);
  const joins = secretJoins(message);
  for (let mistakes = 0; mistakes <= (pairs ? 2 : 1); mistakes += 1) {
    const match = attempt({ message, readings, work }, texts, joins, mistakes);
    if (match !== null) return match;
  }
  const search = { message, readings, work };
  return otherBytes(search, right) ?? otherOrder(search);
}

/**
 * The signature that one known mistake makes of a message, in hex: what `findRecipe` names, made on purpose. Of several
 * forms of a mistake it is the first that makes a difference; where none does, the signature is right.
 */
export function signedByMistake(message: SignedMessage, id: string): string {
  const right = plannedText(message, {});
  const [join] = secretJoins(message);
  const [hash] = hashRecipes;
  if (join === undefined || hash === undefined) return '';
  const sign = (text: string, by: SecretJoin, recipe: HashRecipe): string =>
    recipe.run(recipe.keyed ? text : by.join(text), message.secret).toString('hex');
  const made = [
    ...secretJoins(message).flatMap((each) => (each.id === id ? [sign(right, each, hash)] : [])),
    ...hashRecipes.flatMap((each) => (each.id === id ? [sign(right, join, each)] : [])),
    ...candidates(message, right, false, createSignWork(message.kind)).flatMap(({ ids, text }) =>
      ids.join() === id ? [sign(text, join, hash)] : [],
    ),
  ].find((each) => each !== sign(right, join, hash));
  return made ?? sign(right, join, hash);
}

/** What is visible without any hash. */
function plainMistake({ secret }: SignedMessage, right: string, sent: string): RecipeMatch | null {
  if (sent === '') return { id: 'sign-empty', says: 'The sign is empty.' };
  if (secret.length >= 4 && sent.includes(secret)) {
    return {
      id: 'secret-sent',
      says: 'The sign holds the secret key itself, which is never sent. Replace that key.',
    };
  }
  return sent === right
    ? { id: 'not-hashed', says: 'The string to sign is sent itself, not its digest.' }
    : null;
}

function candidates(message: SignedMessage, right: string, pairs: boolean, work: SignWork): Candidate[] {
  const fields = Object.keys(message.body).length;
  const [weight, weightOfAll] = [weightOf(right), weightOf(stringifyWire(message.body))];
  const found = new Map<string, Candidate>([[right, { ids: [], says: [], text: right }]]);
  const offer = (candidate: Candidate) => {
    if (!found.has(candidate.text)) found.set(candidate.text, candidate);
  };
  const offerRow = (rows: PlanRow[], more: Pick<Candidate, 'alone'> = {}) => {
    const plan: SignPlan = Object.assign({}, ...rows.map((row) => row.plan));
    const isOfAll = plan.keys !== undefined && plan.keys.length > message.listed.length;
    if (!work.mayBuild(isOfAll ? fields : message.listed.length, isOfAll ? weightOfAll : weight)) return;
    const ids = rows.map(({ id }) => id);
    offer({ ids, says: rows.map(({ says }) => says), text: plannedText(message, plan), plan, ...more });
  };
  const shapes = shapeRows(message);
  for (const row of [...allFields(message), ...shapes, ...fieldRows(message)]) offerRow([row]);
  if (pairs) for (const row of singleRows(message)) offerRow([row], { alone: true });
  for (const candidate of wholeBodies(message)) offer(candidate);
  for (const candidate of secretAsField(message)) offer(candidate);
  if (pairs) {
    const bases = [...allFields(message).slice(0, 2), ...orders.slice(0, 1)];
    for (const base of bases) for (const shape of shapes) if (base.id !== shape.id) offerRow([shape, base]);
  }
  return [...found.values()];
}

/** What is looked for: the digest that was sent, in all its readings, with the work that is left for it. */
interface Search {
  message: SignedMessage;
  readings: SentReading[];
  work: SignWork;
}

/** Tries every combination with exactly this many mistakes besides the form in which the digest is written. */
function attempt(
  search: Search,
  texts: Candidate[],
  joins: SecretJoin[],
  mistakes: number,
): RecipeMatch | null {
  for (const candidate of texts) {
    const left = mistakes - (candidate.ids[0]?.startsWith('fields-') ? 2 : candidate.ids.length);
    if (left < 0 || (candidate.alone && left > 0)) continue;
    for (const join of candidate.complete ? joins.slice(0, 1) : joins) {
      const rest = left - (join.id === null ? 0 : 1);
      if (rest < 0) continue;
      for (const recipe of hashRecipes) {
        if (rest !== (recipe.id === null ? 0 : 1)) continue;
        const match = compare(search, candidate, join, recipe);
        if (match !== null) return match;
      }
    }
  }
  return null;
}

function compare(
  { message, readings, work }: Search,
  candidate: Candidate,
  join: SecretJoin,
  recipe: HashRecipe,
): RecipeMatch | null {
  const fitting = readings.filter(({ bytes, part }) =>
    part ? bytes.length <= recipe.size : bytes.length === recipe.size,
  );
  candidate.weight ??= weightOf(candidate.text);
  if (fitting.length === 0 || !work.mayHash(candidate.weight)) return null;
  const bare = candidate.complete || (recipe.keyed && join.id === null);
  const result = recipe.run(bare ? candidate.text : join.join(candidate.text), message.secret);
  for (const reading of fitting) {
    if (!reading.bytes.equals(reading.part ? result.subarray(0, reading.bytes.length) : result)) continue;
    const ids = [...candidate.ids, join.id, recipe.id, reading.id].filter((id) => id !== null);
    const fits = candidate.plan === undefined ? '' : whereItFits(message, candidate.plan);
    const says = [...candidate.says, join.says, recipe.says, reading.says, fits].filter(
      (each) => each !== '',
    );
    if (ids.length > 0) return { id: ids.join('+'), says: says.join(' ') };
  }
  return null;
}

/** A hash over the JSON body, in the spellings that common libraries write. */
function wholeBodies({ body }: SignedMessage): Candidate[] {
  const { sign: _, ...rest } = body;
  const sorted = bareObject();
  for (const key of Object.keys(rest).sort()) sorted[key] = rest[key] ?? null;
  const spelled = [rest, sorted, { ...rest, sign: '' }].flatMap((each) => {
    const compact = stringifyWire(each);
    return [compact, spacedJson(each), compact.replaceAll('/', '\\/'), `${compact}\n`];
  });
  const says = 'The JSON body as a whole is signed; the values of the signature fields are, joined by ":".';
  return [...spelled, stringifyWire(body)].map((text) => ({ ids: ['body-hash'], says: [says], text }));
}

/** The secret sorted in among the fields, as if it were one. */
function secretAsField(message: SignedMessage): Candidate[] {
  const { keys, body, secret } = message;
  return ['secret', 'secret_key', 'key', 'password', 'api_key'].map((name) => ({
    ids: ['secret-as-field'],
    says: ['The secret is sorted in among the values as a field; it follows the last value directly.'],
    text: plannedText({ ...message, body: { ...body, [name]: secret } }, { keys: [...keys, name] }),
    complete: true as const,
  }));
}

function otherBytes(search: Search, right: string): RecipeMatch | null {
  const [sha256] = hashRecipes;
  if (sha256 === undefined) return null;
  for (const { id, says, encode } of byteRecipes) {
    const join: SecretJoin = { id, says, join: (text) => encode(text + search.message.secret) };
    const match = compare(search, { ids: [], says: [], text: right }, join, sha256);
    if (match !== null) return match;
  }
  return null;
}

function otherOrder(search: Search): RecipeMatch | null {
  const { message } = search;
  const [join] = secretJoins(message);
  const [sha256] = hashRecipes;
  if (join === undefined || sha256 === undefined || message.keys.length > maxPermuted) return null;
  for (const keys of permutations(message.keys)) {
    const candidate: Candidate = {
      ids: ['other-order'],
      says: [`The values are joined in the order ${keys.join(', ')}; the order is alphabetical by key.`],
      text: plannedText(message, { keys, order: () => keys }),
    };
    const match = compare(search, candidate, join, sha256);
    if (match !== null) return match;
  }
  return null;
}

function* permutations(keys: readonly string[]): Generator<string[]> {
  if (keys.length === 0) yield [];
  for (const first of keys) {
    for (const rest of permutations(keys.filter((key) => key !== first))) yield [first, ...rest];
  }
}
