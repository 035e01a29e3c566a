/** `gatecheck trigger`: what the payer and the payment system do at a running simulator, without its console. */
import { Command } from '@commander-js/extra-typings';
import { z } from 'zod';
import { printable } from '../history/printable.ts';
import { isFinalInvoice } from '../simulator/protocol/invoice-states.ts';
import { isFinalPayout } from '../simulator/protocol/payout-states.ts';
import { nearest } from '../suite/config/nearest.ts';
import { statusWords } from './status-words.ts';
import { CliError, exitCodes, usageError } from './support/exit.ts';
import { readSecret, secretForms } from './support/secret.ts';

const invoice = z.object({
  paymentId: z.number(),
  shopOrderId: z.string(),
  status: z.number(),
});
const refund = z.object({
  shopId: z.string(),
  shopRefundId: z.string(),
  status: z.string(),
});
const payout = z.object({
  payoutId: z.number(),
  shopPaymentId: z.string(),
  status: z.number(),
});
const notification = z.object({
  notification: z.string(),
  about: z.looseObject({ shopOrderId: z.string().optional() }),
});
const reply = z.object({ outcome: z.string(), status: z.number().nullable(), body: z.string() }).nullish();
const done = z.object({
  invoice: invoice.optional(),
  refund: refund.optional(),
  payout: payout.optional(),
  reply,
});

const MOST_OF_BODY = 160;
const MOST_NEWEST = 5;

/** One kind of object of the gateway: how it is found, and how it is called. */
interface Kind {
  readonly list: string;
  readonly name: string;
  /** How there comes to be one. */
  readonly begins: string;
  readonly rows: (items: unknown) => readonly Row[];
}

/** An object as it is chosen by: its ids, whether it is done with, and where its actions are. */
interface Row {
  readonly ids: readonly string[];
  readonly isOpen: boolean;
  readonly path: string;
  readonly words: string;
}

function kind<T>(name: string, begins: string, schema: z.ZodType<T>, rowOf: (item: T) => Row): Kind {
  return {
    name,
    begins,
    list: `/${name}s`,
    rows: (items) =>
      z
        .array(schema)
        .parse(items)
        .map((item) => rowOf(item)),
  };
}

const KINDS = {
  invoice: kind('invoice', 'The shop makes one by invoice/create.', invoice, (row) => ({
    ids: [row.shopOrderId, String(row.paymentId)],
    isOpen: !isFinalInvoice(row.status, '7'),
    path: `/invoices/${row.paymentId}`,
    words: `invoice ${row.paymentId} (${row.shopOrderId})`,
  })),
  refund: kind('refund', 'The shop asks for one by invoice/create-refund.', refund, (row) => ({
    ids: [row.shopRefundId],
    isOpen: row.status === 'WAITING',
    path: `/refunds/${encodeURIComponent(row.shopId)}/${encodeURIComponent(row.shopRefundId)}`,
    words: `refund ${row.shopRefundId}`,
  })),
  payout: kind('payout', 'The shop makes one by withdraw/create.', payout, (row) => ({
    ids: [row.shopPaymentId, String(row.payoutId)],
    isOpen: !isFinalPayout(row.status),
    path: `/payouts/${row.payoutId}`,
    words: `payout ${row.payoutId} (${row.shopPaymentId})`,
  })),
  notification: kind(
    'notification',
    'The gateway sends one when an invoice or a refund changes.',
    notification,
    (row) => ({
      ids: [row.notification, ...(row.about.shopOrderId === undefined ? [] : [row.about.shopOrderId])],
      isOpen: true,
      path: `/notifications/${row.notification}`,
      words: `notification ${row.notification}`,
    }),
  ),
} as const;

/** What can be triggered: of which object, by which call, with which body. */
export const EVENTS: Readonly<
  Record<string, { of: keyof typeof KINDS; call: string; body?: object; says: string }>
> = {
  paid: {
    of: 'invoice',
    call: 'payer',
    body: { action: 'pay' },
    says: 'the payer pays (a hold: the funds are held)',
  },
  declined: { of: 'invoice', call: 'payer', body: { action: 'decline' }, says: 'the payer declines' },
  'insufficient-funds': {
    of: 'invoice',
    call: 'payer',
    body: { action: 'insufficient-funds' },
    says: 'the card has not enough funds',
  },
  expired: {
    of: 'invoice',
    call: 'payer',
    body: { action: 'expire' },
    says: 'the payer lets the time run out',
  },
  rejected: {
    of: 'invoice',
    call: 'status',
    body: { status: 6 },
    says: 'the service rejects the invoice (6)',
  },
  charged: { of: 'invoice', call: 'status', body: { status: 4 }, says: 'the payment system reports 4' },
  'not-created': {
    of: 'invoice',
    call: 'status',
    body: { status: 3 },
    says: 'the payment system failed to create the payment (3)',
  },
  'not-delivered': {
    of: 'invoice',
    call: 'status',
    body: { status: 5 },
    says: 'the payment system failed to deliver its notice (5)',
  },
  refunded: { of: 'refund', call: 'status', body: { status: 'SUCCESS' }, says: 'a waiting refund succeeds' },
  'refund-failed': {
    of: 'refund',
    call: 'status',
    body: { status: 'FAILED' },
    says: 'a waiting refund fails',
  },
  'paid-out': { of: 'payout', call: 'status', body: { status: 5 }, says: 'an open payout is completed (5)' },
  'payout-rejected': {
    of: 'payout',
    call: 'status',
    body: { status: 6 },
    says: 'an open payout is rejected (6)',
  },
  'payout-error': {
    of: 'payout',
    call: 'status',
    body: { status: 4 },
    says: 'an error that is not final (4)',
  },
  'payout-network-error': {
    of: 'payout',
    call: 'status',
    body: { status: 9 },
    says: 'a network error that is not final (9)',
  },
  repeated: { of: 'notification', call: 'resend', says: 'the newest notification is sent once more' },
};

export function command() {
  const width = Math.max(...Object.keys(EVENTS).map((name) => name.length));
  const lines = Object.entries(EVENTS).map(([name, { says }]) => `  ${name.padEnd(width)}  ${says}`);
  return new Command('trigger')
    .description(
      'Has the payer or the payment system of a running simulator do something, and says how the shop replied.',
    )
    .argument('<event>', 'what happens: one of those below')
    .argument(
      '[id]',
      'of which object: its id at the gateway or at the shop; without one, the newest that is open',
    )
    .option('--control <url>', 'the control plane of the simulator', 'http://127.0.0.1:8041')
    .option('--control-token <spec>', `its token, where it has one: ${secretForms}`)
    .addHelpText(
      'after',
      `\nEvents:\n${lines.join('\n')}\n\nExit codes: 0 it happened · 1 it happened, and the shop did not answer its notification with 200 and OK · 2 usage · 3 no simulator, or nothing to do it to.`,
    )
    .action(run);
}

interface Options {
  readonly control: string;
  readonly controlToken?: string | undefined;
}

async function run(event: string, id: string | undefined, options: Options): Promise<void> {
  const wish = EVENTS[event];
  if (wish === undefined) {
    const near = nearest(event, Object.keys(EVENTS));
    throw usageError(
      `there is no event "${event}".${near === undefined ? '' : ` Did you mean ${near}?`}`,
      `Events: ${Object.keys(EVENTS).join(', ')}.`,
    );
  }
  const ask = control(options);
  const { name, begins, list, rows: rowsOf } = KINDS[wish.of];
  const { items } = z.object({ items: z.unknown() }).parse(await ask('GET', list));
  // The simulator lists them in the order in which they came to be.
  const rows = rowsOf(items).toReversed();
  const row = id === undefined ? rows.find(({ isOpen }) => isOpen) : rows.find(({ ids }) => ids.includes(id));
  if (row === undefined) {
    const which = id === undefined ? `no open ${name}` : `no ${name} "${id}"`;
    const newest = rows.slice(0, MOST_NEWEST).flatMap(({ ids }) => ids[0] ?? []);
    const others = newest.length === 0 ? '' : ` The newest: ${printable(newest.join(', '))}.`;
    throw new CliError(`the simulator has ${which}.`, {
      exitCode: exitCodes.inconclusive,
      hint: id === undefined ? begins : `${begins}${others}`,
    });
  }
  const answer = done.parse(await ask('POST', `${row.path}/${wish.call}`, wish.body ?? {}));
  const became = answer.invoice ?? answer.refund ?? answer.payout;
  const words = became === undefined ? wish.says : `status ${statusWords(became.status, wish.of)}`;
  process.stdout.write(`${printable(row.words)}: ${words}.${replyWords(answer.reply)}\n`);
  process.exitCode = isTaken(answer.reply) ? exitCodes.ok : exitCodes.failed;
}

/** Whether a reply ends a notification (Events 6); of what is told to nobody there is none. */
const isTaken = (value: z.infer<typeof reply>): boolean =>
  value === null || value === undefined || (value.status === 200 && value.body.trim() === 'OK');

function replyWords(value: z.infer<typeof reply>): string {
  if (value === null || value === undefined) return '';
  const { outcome, status, body } = value;
  if (outcome !== 'replied') return ` The shop gave no reply (${outcome}).`;
  return ` The shop replied HTTP ${status} ${printable(JSON.stringify(body.slice(0, MOST_OF_BODY)))}.`;
}

type Ask = (method: 'GET' | 'POST', path: string, body?: object) => Promise<unknown>;

/** Calls the control plane; what goes wrong says which address it was. */
function control(options: Options): Ask {
  if (!URL.canParse(options.control)) {
    throw usageError(
      `--control: "${options.control}" is not an address.`,
      'Expected one such as http://127.0.0.1:8041.',
    );
  }
  const base = options.control.replace(/(?<!\/)\/+$/, '');
  const token =
    options.controlToken === undefined ? undefined : readSecret(options.controlToken, '--control-token');
  return async (method, path, body) => {
    const answer = await fetch(`${base}${path}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch((cause: unknown) => {
      throw new CliError(`no simulator answers at ${base}.`, {
        exitCode: exitCodes.inconclusive,
        hint: 'Start one with gatecheck simulate, or name its control plane with --control.',
        cause,
      });
    });
    const value: unknown = await answer.json().catch(() => null);
    if (answer.ok) return value;
    const refused = z.object({ error: z.object({ message: z.string() }) }).safeParse(value);
    const why = refused.success ? refused.data.error.message : `it answered HTTP ${answer.status}`;
    throw new CliError(`${method} ${base}${path}: ${printable(why)}.`, { exitCode: exitCodes.inconclusive });
  };
}
