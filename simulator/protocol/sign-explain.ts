/** Judges a signature that was sent and, where it is wrong, says which known mistake produces it. */
import { digest, type EmptyRule, notificationText, signedText, verifyDigest } from './sign-digest.ts';
import type { WireObject } from './wire.ts';

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

/** The known mistake that reproduces a wrong signature, in words for the merchant's developer. */
export interface RecipeMatch {
  id: string;
  says: string;
}

/** What came of a signature. It never holds the secret. */
export interface SignVerdict {
  ok: boolean;
  /** The string to sign, with the secret shown as `<SECRET>`. */
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
  const ok = expected.some((right) => verifyDigest(right, sent));
  return {
    ok,
    expectedText: hide(`${texts[0] ?? ''}<SECRET>`, secret),
    ...(ok || question.kind === 'notification' || expected[0] === undefined
      ? {}
      : { expectedDigest: expected[0] }),
    sent: sent === undefined ? null : hide(sent.slice(0, 200), secret),
    place: placeOf(Object.hasOwn(body, 'sign'), question.header !== undefined),
    recipe: null,
  };
}

function acceptedTexts(question: SignQuestion): string[] {
  if (question.kind === 'notification') return [notificationText(question.body)];
  const { signedFields, body, rule = 'either' } = question;
  const rules: EmptyRule[] = rule === 'either' ? ['skip', 'empty-slot'] : [rule];
  return [...new Set(rules.map((each) => signedText(signedFields, body, each)))];
}

function placeOf(inBody: boolean, inHeader: boolean): SignVerdict['place'] {
  if (inBody) return inHeader ? 'both' : 'body';
  return inHeader ? 'header' : 'none';
}

/** A merchant may put the secret into a field by mistake: the verdict is printed, so it is masked there. */
function hide(text: string, secret: string): string {
  return secret === '' ? text : text.replaceAll(secret, '<SECRET>');
}
