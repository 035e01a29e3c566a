/** What a sent `sign` may be besides lower-case hex: every way to read it as the bytes of a digest. */

/** One reading of the sent text; `id` is null where its form is right. */
export interface SentReading {
  id: string | null;
  says: string;
  bytes: Buffer;
  /** The bytes are only the first ones of the digest. */
  part?: true;
}

const form = 'Send the digest as lower-case hex, 64 characters, nothing around them.';

/** Digest lengths in bytes that a known hash has. */
const whole = new Set([16, 20, 28, 32, 48, 64]);

/** A longer text is no digest with something around it. */
const longest = 1024;

/** Every reading of the text as a digest, the likeliest first; none if it cannot be one. */
export function readSent(sent: string): SentReading[] {
  const readings: SentReading[] = [];
  if (sent.length > longest) return readings;
  const offer = (id: string | null, says: string, bytes: Buffer, part = false) => {
    if (part || whole.has(bytes.length)) {
      readings.push({
        id,
        says: says === '' ? '' : `${says} ${form}`,
        bytes,
        ...(part ? { part: true as const } : {}),
      });
    }
  };
  if (isHex(sent)) {
    const even = sent.slice(0, sent.length - (sent.length % 2));
    const bytes = Buffer.from(even, 'hex');
    const lower = sent === sent.toLowerCase();
    if (even === sent)
      offer(lower ? null : 'upper-case-hex', lower ? '' : 'The digest is written in upper case.', bytes);
    if (sent.length > 64) {
      offer('digest-padded', 'More characters follow the digest.', Buffer.from(sent.slice(0, 64), 'hex'));
    }
    if (sent.length >= 8)
      offer('digest-cut', 'The digest is only the beginning of a longer one.', bytes, true);
  }
  const core = sent
    .replace(/^\s*["']?(?:sha-?256[=:]|0x)?\s*/i, '')
    .trimEnd()
    .replace(/["']$/, '')
    .trimEnd();
  if (core !== sent && isHex(core)) {
    offer(
      'digest-wrapped',
      'There is something around the digest (space, quotes, a prefix).',
      Buffer.from(core, 'hex'),
    );
  }
  const joined = sent.replaceAll(/[:\s-]/g, '');
  if (joined !== sent && joined !== core && isHex(joined)) {
    offer('digest-wrapped', 'The bytes of the digest are separated.', Buffer.from(joined, 'hex'));
  }
  if (!isHex(sent) && /^[0-9a-f]{64}/i.test(sent) && sent.length > 64) {
    offer('digest-padded', 'More characters follow the digest.', Buffer.from(sent.slice(0, 64), 'hex'));
  }
  // Without "+", "/" or padding both alphabets read the same: only base64url is written without padding.
  if (/^[A-Za-z0-9+/]+={0,2}\s*$/.test(sent) && /[+/=]/.test(sent)) offerBase64('base64', 'base64');
  else if (/^[A-Za-z0-9_-]+={0,2}$/.test(sent)) offerBase64('base64url', 'base64url');
  return readings;

  function offerBase64(id: string, encoding: 'base64' | 'base64url') {
    const bytes = Buffer.from(sent, encoding);
    if (!isHex(sent)) offer(id, `The digest is written in ${encoding}.`, bytes);
    const text = bytes.toString('latin1');
    if (isHex(text))
      offer(id, `The hex digest is encoded once more, in ${encoding}.`, Buffer.from(text, 'hex'));
  }
}

function isHex(text: string): boolean {
  return text.length > 0 && /^[0-9a-f]+$/i.test(text);
}
