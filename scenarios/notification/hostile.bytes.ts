import { createHash } from 'node:crypto';
import { notificationText } from '../../simulator/index.ts';
import { check, type Verbs } from '../../suite/engine/index.ts';
import { allRefused, type Forgery } from '../steps/forgery.ts';
import { isForm } from '../steps/hostile.ts';

const brokenText =
  (raw: Uint8Array) =>
  (text: string): Uint8Array => {
    const [before = '', after = ''] = text.split('NOTE');
    return Buffer.concat([Buffer.from(before), raw, Buffer.from(after)]);
  };

/** A body with bytes that are no UTF-8, signed over what somebody could make of them. */
function undecodable(
  t: Verbs,
  label: string,
  raw: Uint8Array,
  over: 'bytes' | 'replacement' | 'latin1',
): Forgery {
  const secret = Buffer.from(t.slot.shop.secret);
  return {
    verdict: 'either',
    label: `bytes that are not UTF-8 (${label}), signed over ${over}`,
    set: { note: 'NOTE' },
    tamper: (body) => {
      const { sign, ...rest } = body;
      const [before = '', after = ''] = notificationText(rest).split('NOTE');
      const seen =
        over === 'bytes'
          ? Buffer.from(raw)
          : Buffer.from(new TextDecoder(over === 'latin1' ? 'latin1' : 'utf-8').decode(raw));
      const signed = Buffer.concat([Buffer.from(before), seen, Buffer.from(after), secret]);
      return { ...rest, sign: createHash('sha256').update(signed).digest('hex') };
    },
    encode: brokenText(raw),
  };
}

export default check('notification.hostile.bytes', {
  title: 'A body that is not valid UTF-8 does not pay the order.',
  requirements: ['transport.2', 'law.24'],
  level: 'should',
  whyShould:
    'Only somebody who knows the secret can sign such a body, and the gateway sends UTF-8: no money moves that it did not report.',
  capabilities: ['invoice'],
  rule: 'Transport rule 2 and Events 2: bodies are JSON, encoded as UTF-8.',
  expectation:
    'A "paid" notification with bytes that are not valid UTF-8 leaves the order unpaid, whatever its signature was calculated over; the genuine one pays it.',
  fix: 'Decode the body strictly (fatal mode) and refuse it when that fails, instead of replacing invalid bytes.',
  story: async (t) => {
    if (isForm(t)) t.notApplicable('In a form every byte is escaped; this is about bodies in JSON.');
    const broken = Buffer.from([0xcf, 0xf0, 0xe8]);
    await allRefused(t, [
      undecodable(t, 'cp1251', broken, 'bytes'),
      undecodable(t, 'cp1251', broken, 'replacement'),
      undecodable(t, 'cp1251', broken, 'latin1'),
      undecodable(t, 'overlong', Buffer.from([0xc0, 0xaf]), 'replacement'),
    ]);
  },
});
