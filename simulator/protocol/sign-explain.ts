/** Judges a signature that was sent and, where it is wrong, says which known mistake produces it. */
import { isMaskedKey, maskCard, maskFields, maskSecrets, SECRET_MASK } from './masking.ts';
import { INTERPRETATIONS } from './operations.ts';
import {
  digest,
  type EmptyRule,
  notificationText,
  signedText,
  signedValue,
  verifyDigest,
} from './sign-digest.ts';
import { signedMessage } from './sign-message.ts';
import { findRecipe, type RecipeMatch } from './sign-recipes.ts';
import { bareObject, textOf, type WireObject } from './wire.ts';

/** A message whose signature is judged. */
export type SignQuestion =
  | {
      kind: 'request';
      /** The operation's name, for the explanation. */
      operation: string;
      signedFields: readonly string[];
      body: WireObject;
      secret: string;
      /** How null and empty signature fields count; `either` (the default) accepts both. */
      rule?: EmptyRule | 'either';
      /** The `sign` header, where one came. */
      header?: string | undefined;
    }
  | { kind: 'notification'; body: WireObject; secret: string; header?: string | undefined };

/** What came of a signature. It never holds the secret. */
export interface SignVerdict {
  ok: boolean;
  /** The string to sign as it may be shown: the secret is `<SECRET>`, card numbers and tokens are masked. */
  expectedText: string;
  /** Only for requests with a wrong signature: the digest that would have been right. */
  expectedDigest?: string;
  sent: string | null;
  place: 'body' | 'header' | 'both' | 'none';
  recipe: RecipeMatch | null;
}

/**
 * Judges `sent` as the signature of the message (Authentication 2, Events 5).
 *
 * @param sent the signature that the reader of the message takes for authoritative
 */
export function explainSign(question: SignQuestion, sent: string | undefined): SignVerdict {
  const { body, secret } = question;
  const texts = acceptedTexts(question);
  const expected = texts.map((text) => digest(text, secret));
  const exact = expected.some((right) => verifyDigest(right, sent));
  const recipe = exact ? null : mistakeOf(question, sent);
  const ok = exact || (question.kind === 'notification' && recipe?.id === 'upper-case-hex');
  const place = placeOf(Object.hasOwn(body, 'sign'), question.header !== undefined);
  const expectedText = shownText(question, texts[0] ?? '') + SECRET_MASK;
  if (exact) return { ok, expectedText, sent: shownSign(sent ?? '', secret), place, recipe: null };
  return {
    ok,
    expectedText,
    ...(ok || question.kind === 'notification' || expected[0] === undefined
      ? {}
      : { expectedDigest: expected[0] }),
    sent: sent === undefined ? null : shownSign(sent, secret),
    place,
    recipe: recipe === null ? null : { id: recipe.id, says: maskSecrets(recipe.says, [secret]) },
  };
}

/** One sentence or two on a verdict, for a journal, a report or a terminal. */
export function describeVerdict(verdict: SignVerdict): string {
  if (verdict.ok) return verdict.recipe?.says ?? 'The signature is right.';
  return (
    verdict.recipe?.says ??
    'No known recipe makes this signature: the secret or the signed values are others.'
  );
}

/** The id of a signature that is right under another interpretation of a request that the specification does not show. */
export const OTHER_INTERPRETATION = 'other-interpretation';

function otherInterpretation(question: SignQuestion, sent: string): RecipeMatch | undefined {
  if (question.kind !== 'request') return undefined;
  const { operation: id, body, secret } = question;
  const found = INTERPRETATIONS.find(
    ({ operation }) =>
      operation.id === id &&
      operation.signedFields.every((name) => Object.hasOwn(body, name)) &&
      verifyDigest(digest(signedText(operation.signedFields, body, 'skip'), secret), sent),
  );
  return (
    found && {
      id: OTHER_INTERPRETATION,
      says: `The signature is right under the reading ${found.says}, and wrong under the one that the gateway is set to.`,
    }
  );
}

function mistakeOf(question: SignQuestion, sent: string | undefined): RecipeMatch | null {
  const { kind, body, secret, header } = question;
  const fields = kind === 'request' ? question.signedFields : [];
  if (sent !== undefined) {
    const other = otherInterpretation(question, sent);
    if (other !== undefined) return other;
    const skipped = digest(signedText(fields, body, 'skip'), secret);
    return verifyDigest(skipped, sent)
      ? {
          id: 'empties-skipped',
          says: 'Null or empty signature fields are left out; here each keeps an empty place.',
        }
      : findRecipe(signedMessage(kind, body, fields, secret), sent);
  }
  const inBody = body.sign;
  if (inBody !== undefined && typeof inBody !== 'string') {
    const found = inBody === null ? 'null' : (textOf(inBody) ?? 'an object or array');
    return { id: 'sign-not-text', says: `The field "sign" is ${found}; it is a string of 64 hex digits.` };
  }
  return header === undefined
    ? { id: 'sign-missing', says: 'There is no field "sign" in the body.' }
    : {
        id: 'sign-header-only',
        says: 'The signature is only in a header; it goes into the body, as the field "sign".',
      };
}

function acceptedTexts(question: SignQuestion): string[] {
  if (question.kind === 'notification') return [notificationText(question.body)];
  const { signedFields, body, rule = 'either' } = question;
  if (rule !== 'either') return [signedText(signedFields, body, rule)];
  const skipped = signedText(signedFields, body, 'skip');
  // Only what is there and says nothing makes a difference.
  const hasEmpty = signedFields.some(
    (key) => Object.hasOwn(body, key) && signedValue(body[key]) === undefined,
  );
  const kept = hasEmpty ? signedText(signedFields, body, 'empty-slot') : skipped;
  return kept === skipped ? [skipped] : [skipped, kept];
}

function placeOf(inBody: boolean, inHeader: boolean): SignVerdict['place'] {
  if (inBody) return inHeader ? 'both' : 'body';
  return inHeader ? 'header' : 'none';
}

/** The string to sign, `text`, as it may be shown: card numbers, tokens and the secret in its values are masked. */
function shownText(question: SignQuestion, text: string): string {
  const { kind, body, secret } = question;
  if (kind === 'notification') return notificationText(maskFields(body, [secret]) as WireObject);
  const isPlain = (key: string) => !isMaskedKey(key) && textOf(body[key] ?? '') !== undefined;
  // As most texts: nothing that could be masked is in it.
  if (!text.includes(secret) && !text.includes('tok_') && question.signedFields.every(isPlain)) return text;
  const signed = bareObject();
  for (const key of question.signedFields) if (Object.hasOwn(body, key)) signed[key] = body[key] ?? null;
  const rule = question.rule === 'empty-slot' ? 'empty-slot' : 'skip';
  return signedText(question.signedFields, maskFields(signed, [secret]) as WireObject, rule);
}

/** A merchant may send anything as its signature, the unhashed string or the secret as well. */
function shownSign(sent: string, secret: string): string {
  if (/^[0-9a-f]{64}$/i.test(sent)) return sent;
  const short = maskSecrets(sent, [secret]).replaceAll(/\d{13,19}/g, maskCard);
  return short.length > 200 ? `${short.slice(0, 200)}…` : short;
}
