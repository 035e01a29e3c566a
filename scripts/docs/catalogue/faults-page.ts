import { z } from 'zod';
import { effectSchema, type faultSchema, type whereSchema } from '../../../simulator/faults/fault.ts';
import { faultList } from '../../../simulator/faults/words.ts';
import { table } from '../markdown.ts';
import type { Page } from '../page.ts';

/** The fields of an effect beside its kind, with `?` for those that may be left out. */
function fieldsOf(kind: string): string {
  for (const option of effectSchema.options) {
    if (option.shape.kind.value !== kind) continue;
    const names = Object.entries(option.shape).filter(([name]) => name !== 'kind');
    return names
      .map(([name, schema]) => `\`${name}${schema instanceof z.ZodOptional ? '?' : ''}\``)
      .join(', ');
  }
  return '';
}

const conditions: Readonly<Record<keyof typeof whereSchema.shape, string>> = {
  operation: 'the operation called, or an array of operations, such as `"invoice/create"`',
  base: '`"production"` or `"test"`',
  shopId: 'the shop',
  shopOrderId: "the shop's id of the invoice",
  shopPaymentId: "the shop's id of the payout",
  paymentId: "the gateway's id of the invoice",
  payoutId: "the gateway's id of the payout",
  notification:
    '`{ "type"?, "status"?, "attempt"? }`: a delivery of this type, status and attempt number (from 1)',
};

const members: Readonly<Record<keyof typeof faultSchema.shape, string>> = {
  id: 'a name of your choice; one is made up when it is left out',
  where: 'which calls or deliveries it is about: all named conditions must hold, `{}` means all',
  times: 'how often it bites: 1 when left out, `null` for ever',
  skip: 'so many matches pass first',
  probability: '0 to 1: each match is decided by the seed',
  effect: 'what happens',
};

const bites = {
  operation: 'a call of the merchant',
  delivery: 'the delivery of a notification',
  both: 'either',
} as const;

const intro = `# Faults

A fault makes the simulated gateway misbehave on purpose: once or for ever, for one operation, shop, order or notification. The same form serves a file for \`gatecheck simulate --faults FILE\` (an array) and the control plane (\`POST /faults\`, one or an array).

\`committed\` says whether the gateway carries the operation out before it misbehaves: after a read timeout with \`"committed": true\` the payout exists, with \`false\` it does not. The merchant cannot know which.`;

const example = `\`\`\`json
[
  {
    "where": { "operation": "withdraw/create" },
    "effect": { "kind": "read-timeout", "committed": true }
  },
  {
    "where": { "notification": { "type": "invoice", "attempt": 1 } },
    "times": null,
    "probability": 0.3,
    "effect": { "kind": "drop" }
  }
]
\`\`\``;

/** Every fault: where it bites and what it does. */
export function faultsPage(): Page {
  const faults = faultList();
  const text = [
    intro,
    'The first payout is stored and never answered; three of ten first attempts of invoice notifications are lost:',
    example,
    '## A fault',
    table(
      ['member', 'meaning'],
      Object.entries(members).map(([name, says]) => [`\`${name}\``, says]),
    ),
    '## Where it bites',
    table(
      ['condition', 'meaning'],
      Object.entries(conditions).map(([name, says]) => [`\`where.${name}\``, says]),
    ),
    '## Effects',
    table(
      ['effect', 'bites', 'what it does', 'fields'],
      faults.map((fault) => [`\`${fault.id}\``, bites[fault.bites], fault.text, fieldsOf(fault.id)]),
    ),
    'Paths in `answer.set` and `answer.remove` are dotted, below the envelope: `data.id`, `data.0.status`. A value `{ "$number": "10.50" }` is written as that number literal.',
    '## An example of each',
    ...faults.map((fault) => `\`\`\`json\n${JSON.stringify(fault.example)}\n\`\`\``),
  ].join('\n\n');
  return { path: 'docs/faults.md', text: `${text}\n` };
}
