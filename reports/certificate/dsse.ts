import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { z } from 'zod';

/** The type of payload of an in-toto statement. */
export const PAYLOAD_TYPE = 'application/vnd.in-toto+json';

const base64Schema = z.string().refine((text) => Buffer.from(text, 'base64').toString('base64') === text);

const envelopeSchema = z.strictObject({
  payloadType: z.literal(PAYLOAD_TYPE),
  payload: base64Schema,
  signatures: z.tuple([z.strictObject({ keyid: z.string(), sig: base64Schema })]),
});

/** What a DSSE envelope signs: its type and its payload, each with its length (pre-authentication encoding). */
function preAuthentication(payloadType: string, payload: Buffer): Buffer {
  const type = Buffer.from(payloadType);
  const head = `DSSEv1 ${type.byteLength} ${payloadType} ${payload.byteLength} `;
  return Buffer.concat([Buffer.from(head), payload]);
}

/** Names a public key: the lower-case hex SHA-256 of its DER form (SPKI). */
export function keyId(key: KeyObject): string {
  const open = key.type === 'private' ? createPublicKey(key) : key;
  return createHash('sha256')
    .update(open.export({ format: 'der', type: 'spki' }))
    .digest('hex');
}

/** Signs a statement: the text of a DSSE envelope with one Ed25519 signature. */
export function seal(payload: string, privateKey: KeyObject): string {
  const bytes = Buffer.from(payload);
  const sig = sign(null, preAuthentication(PAYLOAD_TYPE, bytes), privateKey).toString('base64');
  return envelopeText({
    payloadType: PAYLOAD_TYPE,
    payload: bytes.toString('base64'),
    signatures: [{ keyid: keyId(privateKey), sig }],
  });
}

const envelopeText = (envelope: z.infer<typeof envelopeSchema>): string =>
  `${JSON.stringify(envelope, null, 2)}\n`;

/** The payload of an envelope whose signature holds, or why it does not. */
export type Opened =
  | { readonly ok: true; readonly payload: string }
  | { readonly ok: false; readonly why: string };

/** Opens an envelope. Every byte of the text counts, also those that the signature does not cover. */
export function open(text: string, publicKey: KeyObject): Opened {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return { ok: false, why: 'The attestation is not JSON any more: it was changed or cut off.' };
  }
  const result = envelopeSchema.safeParse(parsed);
  if (!result.success) {
    const [issue] = result.error.issues;
    const where = issue?.path.join('.') || 'document';
    return { ok: false, why: `The attestation is not as it was written: ${where} is not what it has to be.` };
  }
  const { payload, signatures, payloadType } = result.data;
  const [signature] = signatures;
  const wanted = keyId(publicKey);
  if (signature.keyid !== wanted) {
    return {
      ok: false,
      why: `The attestation names the key ${signature.keyid}, and the key given is ${wanted}: it was signed with another key, or changed.`,
    };
  }
  const bytes = Buffer.from(payload, 'base64');
  const signed = preAuthentication(payloadType, bytes);
  if (!verify(null, signed, publicKey, Buffer.from(signature.sig, 'base64'))) {
    return {
      ok: false,
      why: 'The signature does not hold: the attestation was changed after it was signed.',
    };
  }
  if (envelopeText(result.data) !== text) {
    return {
      ok: false,
      why: 'The text of the attestation was changed, although what it signs was not.',
    };
  }
  return { ok: true, payload: bytes.toString('utf8') };
}
