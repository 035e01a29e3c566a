import {
  looksLikeCard,
  maskCard,
  maskHeaders,
  maskSecrets,
  maskText,
} from '../../simulator/protocol/masking.ts';
import { setMember } from '../../simulator/protocol/set-member.ts';
import {
  isLosslessNumber,
  isWireObject,
  parseForm,
  parseWire,
  stringifyWire,
  type WireObject,
  type WireValue,
} from '../../simulator/protocol/wire.ts';

const HIDDEN = '***';

/** Names under which others put what nobody may read, written in any way: `secretKey`, `secret-key`, `SECRET_KEY`. */
const SECRET_NAMES =
  /secret|password|passwd|passphrase|authorization|apikey|privatekey|accesskey|cookie|credential|securitycode|cv[vcn]2?$|(?:access|refresh|auth|bearer|session|id|csrf|xsrf|jwt)token$|^(?:csrf|xsrf|jwt|pwd|pin|session(?:id)?|sid|phpsessid|key|shopkey)$/;

/** Names of the protocol whose values tell objects apart, or are compared: what is digits there is no card. */
const OWN_NAMES: ReadonlySet<string> = new Set([
  'shop_id',
  'shop_order_id',
  'shop_payment_id',
  'shop_refund_id',
  'payment_id',
  'invoice_id',
  'withdraw_id',
  'payer_id',
  'id',
  'amount',
  'now',
  'sign',
  'rrn',
  'bank_transaction_id',
]);

/** Whether a name says that what stands under it is a secret. */
export const isSecretName = (name: string): boolean =>
  SECRET_NAMES.test(name.toLowerCase().replace(/[_\s.-]/g, ''));

const DIGITS = /(?<!\d)[3-6]\d(?:[ -]?\d){11,17}(?!\d)/g;

/** Card numbers anywhere in a text. */
const withoutCards = (text: string): string =>
  text.replace(DIGITS, (found) => (looksLikeCard(found) ? maskCard(found) : found));

const BEARER = /\b(Bearer|Basic|Digest|Token)\s+[\w+/.~=-]{6,}/gi;
/** A value after a name and its colon: a text in quotes, which may be cut off, or a word. */
const VALUE = /"(?:[^"\\]|\\.)*"?|'[^']*'?|[^\s,;&}"']+/y;
const NAME = /[\w.-]+/g;
const JOINT = /\s*[:=]\s*/y;

const matchAt = (pattern: RegExp, text: string, at: number): string | undefined => {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
};

/** A text that is neither JSON nor a form: what stands behind a telling name is hidden, and every card number. */
function withoutNamed(text: string): string {
  const open = text.replace(BEARER, `$1 ${HIDDEN}`);
  let made = '';
  let copied = 0;
  let consumed = 0;
  NAME.lastIndex = 0;
  for (let name = NAME.exec(open); name !== null; name = NAME.exec(open)) {
    const end = NAME.lastIndex;
    const quote = open.charAt(end);
    const isQuoted =
      (quote === '"' || quote === "'") && name.index > consumed && open[name.index - 1] === quote;
    const after = isQuoted ? end + 1 : end;
    const joint = matchAt(JOINT, open, after);
    const value = joint === undefined ? undefined : matchAt(VALUE, open, after + joint.length);
    if (joint === undefined || value === undefined) continue;
    const from = after + joint.length;
    consumed = from + value.length;
    NAME.lastIndex = consumed;
    if (!isSecretName(name[0])) continue;
    made += `${open.slice(copied, from)}"${HIDDEN}"`;
    copied = consumed;
  }
  return made + open.slice(copied);
}

function maskedValue(name: string, value: WireValue, secrets: readonly string[]): WireValue {
  if (Array.isArray(value)) return value.map((item) => maskedValue(name, item, secrets));
  if (isWireObject(value)) return maskedMembers(value, secrets);
  if (value === null || typeof value === 'boolean') return value;
  const text = isLosslessNumber(value) ? value.value : value;
  if (isSecretName(name)) {
    // The shop's own secret leaves its mark: that it was sent is a finding.
    return maskSecrets(text, secrets) === text ? HIDDEN : maskSecrets(text, secrets);
  }
  if (OWN_NAMES.has(name)) return value;
  if (isLosslessNumber(value)) return looksLikeCard(text) ? maskCard(text) : value;
  // JSON within a text, as in ps_data.
  return /^\s*[{[]/.test(text) ? maskedText(text, secrets) : withoutCards(text);
}

function maskedMembers(object: WireObject, secrets: readonly string[]): WireObject {
  const masked: WireObject = {};
  for (const name of Object.keys(object)) {
    setMember(masked, name, maskedValue(name, object[name] ?? null, secrets));
  }
  return masked;
}

const encoder = new TextEncoder();

function maskedText(text: string, secrets: readonly string[]): string {
  const bytes = encoder.encode(text);
  const json = parseWire(bytes);
  if (json.ok && typeof json.value === 'object' && json.value !== null) {
    const masked = stringifyWire(maskedValue('', json.value, secrets));
    return masked === stringifyWire(json.value) ? text : masked;
  }
  const form = text.includes('=') && !/[\s{<]/.test(text) ? parseForm(bytes) : undefined;
  if (form?.ok === true && form.repeated.length === 0) {
    const masked = maskedMembers(form.value, secrets);
    const pairs = Object.entries(masked).map(([name, value]) =>
      value === form.value[name] ? undefined : [name, String(value)],
    );
    if (pairs.every((pair) => pair === undefined)) return text;
    return Object.entries(masked)
      .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
      .join('&');
  }
  return withoutCards(withoutNamed(text));
}

/**
 * A text of somebody else's recording as it may be kept: beside all that our own recorder masks, whatever stands under a
 * name that says password, key or cookie, and every number that could be a card's, wherever it stands.
 */
export const maskForeign = (text: string, secrets: readonly string[]): string =>
  maskText(maskedText(text, secrets), secrets);

/** Fields that were parsed, masked in the same way. */
export const maskForeignFields = (fields: WireObject, secrets: readonly string[]): WireObject =>
  maskedMembers(fields, secrets);

/** Header names that are known to be harmless; a value under any other is shown only as far as it tells no secret. */
const PRIVATE_HEADERS =
  /cookie|authorization|auth|token|secret|api-?key|session|password|credential|csrf|xsrf|jwt/;

/** Headers with lower-case names, masked. */
export function maskForeignHeaders(
  headers: Readonly<Record<string, string>>,
  secrets: readonly string[],
): Record<string, string> {
  const open: Record<string, string> = {};
  const hidden: Record<string, string> = {};
  for (const [name, value] of Object.entries(maskHeaders(headers, secrets))) {
    if (PRIVATE_HEADERS.test(name)) setMember(hidden, name, value === '<SECRET>' ? value : HIDDEN);
    else setMember(open, name, withoutCards(withoutNamed(value)));
  }
  return { ...open, ...hidden };
}

/** An address as it may be kept: without a password, its query and its path masked. */
export function maskAddress(url: string, secrets: readonly string[]): string {
  const plain = url.replace(/^([a-z]+:\/\/)[^/@?#]*@/i, '$1').replace(/#.*$/s, '');
  const cut = plain.indexOf('?');
  if (cut < 0) return maskSecrets(withoutCards(plain), secrets);
  return `${maskSecrets(withoutCards(plain.slice(0, cut)), secrets)}?${maskForeign(plain.slice(cut + 1), secrets)}`;
}
