import type { CheckRow } from './row.ts';

const form =
  'Events 2: the operator can enable application/x-www-form-urlencoded; then all values are strings.' as const;

/** Malformed bodies, and bodies in the other format. */
export const hostileChecks = [
  {
    id: 'notification.hostile.survives',
    title: 'The receiver survives hostile bodies and accepts the next genuine notification.',
    requirements: ['law.24', 'events.6'],
    level: 'should',
    whyShould:
      'The specification does not speak of bodies that the gateway never sends. Only time is lost: the gateway sends its notification again when the receiver is back.',
    capabilities: ['invoice'],
    rule: 'Events 6: whatever arrived before, a genuine notification is received and answered with OK.',
    expectation:
      'After bodies that are empty, malformed, huge, deeply nested, compressed or in other encodings, the genuine notification pays the order.',
    fix: 'Limit the size and the depth of a body, catch every parsing error for that one request, and copy parsed keys only into plain maps, never into objects with prototypes.',
  },
  {
    id: 'notification.hostile.bytes',
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
  },
  {
    id: 'notification.form.decoding',
    title: 'The shop decodes form notifications as form-encoded data.',
    requirements: ['events.2', 'events.2.form', 'events.5'],
    level: 'must',
    capabilities: ['invoice'],
    readings: ['notification.form-null'],
    rule: form,
    expectation:
      'Genuine form notifications with +, %20, %2B, lower-case escapes, Cyrillic text, empty parameters and parameters without = pay their orders. Applies to a profile with form notifications.',
    fix: 'Decode with a form parser (+ is a space, %2B a plus), keep every value as a string, and leave empty values out of the signed string.',
  },
  {
    id: 'notification.form.repeated',
    title: 'A form notification with a repeated or list parameter does not pay the order.',
    requirements: ['events.2.form', 'events.5.sign'],
    level: 'must',
    capabilities: ['invoice'],
    rule: `${form} Events 5: the signature is verified over the values that the shop acts on.`,
    expectation:
      'With status or sign repeated, or written as status[] or sign[], the order stays unpaid. Applies to a profile with form notifications.',
    fix: 'Refuse a form in which a parameter occurs twice, and require `sign` and `status` to be strings, not lists.',
  },
] as const satisfies readonly CheckRow[];
