import type { OperationId } from '../../simulator/index.ts';
import type { Asked, Exchange, Payment, Verbs } from '../../suite/engine/index.ts';
import { PHONE, VALUE } from './add-ons.ts';
import { takesHolds } from './ways-in.ts';

export const CREATE: readonly OperationId[] = ['invoice/create', 'invoice/hold'];

const ASKS: readonly OperationId[] = ['invoice/try', 'shop_input_config/shop'];

export async function creates(t: Verbs, after: number): Promise<readonly Exchange[]> {
  return t.calls({ operation: CREATE, after });
}

/** Asks for an order with what the payer posted; the invoice requests that came of it. */
export async function askWith(
  t: Verbs,
  extra: Readonly<Record<string, string>>,
  mode?: 'hold',
): Promise<{ asked: Asked; seen: readonly Exchange[]; learnt: boolean }> {
  const since = await t.now();
  const asked = await t.ask(mode === undefined ? { extra } : { extra, mode });
  const learnt = (await t.calls({ operation: ASKS, after: since })).length > 0;
  return { asked, seen: await creates(t, since), learnt };
}

/** Asks for an order with all that its payway asks the payer for. Not judged where the merchant does not ask for that, or takes no such order. */
export async function givesExtras(t: Verbs, extra: Readonly<Record<string, string>>): Promise<void> {
  const { asked, seen, learnt } = await askWith(t, extra);
  if (!learnt)
    t.notApplicable(
      'The merchant asks neither invoice/try nor the list of payways which fields are required.',
    );
  if (seen.length > 0 && seen.every(({ answer }) => answer?.result !== true))
    t.inconclusive('The gateway accepted no order for a payway with extra fields.');
  if (seen.length === 0)
    t.notApplicable(
      `The merchant accepts no orders for a payway with extra fields: ${JSON.stringify(asked.answer)}.`,
    );
}

const BROKEN = /\ufffd|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

const MOJIBAKE = /(?:[\u00d0\u00d1][\u0080-\u00bf\u0400-\u04ff]?){3}|\?{8}/;

export const LONG_TEXTS: readonly [string, string][] = [
  ['300 Cyrillic letters', 'Ж'.repeat(300)],
  ['an emoji at the 255th place', `${'a'.repeat(254)}😀😀`],
  ['emoji only', '😀'.repeat(260)],
];

export function judgeDescription(t: Verbs, what: string, { request }: Exchange): void {
  const about = [request.exchange];
  if (request.fields === null) {
    t.fail(
      `With a description of ${what} the body of ${request.operation} cannot be read: ${request.problems.join('; ')}.`,
      { about },
    );
  }
  const text = request.fields?.description;
  if (typeof text !== 'string') return;
  const { length } = [...text];
  if (length > 255) {
    t.fail(`A description of ${what} was sent with ${length} characters; at most 255 are allowed.`, {
      about,
    });
  }
  if (BROKEN.test(text))
    t.fail(
      `A description of ${what} was cut inside a character: it ends with ${JSON.stringify(text.slice(-4))}.`,
      { about },
    );
  if (MOJIBAKE.test(text))
    t.fail(`A description of ${what} arrived in another encoding: ${JSON.stringify(text.slice(0, 20))}.`, {
      about,
    });
}

export const tail = (t: Verbs, label: string): [string, string] => {
  const base = t.unique(label).padEnd(299, 'x');
  return [`${base}a`, `${base}b`];
};

export async function needs(t: Verbs, asked: Asked, what: string): Promise<Payment> {
  const made = await t.paymentOf(asked);
  if (made !== undefined) return made;
  if (asked.answer.kind === 'refused')
    t.notApplicable(`The merchant refuses ${what}: ${asked.answer.message}.`);
  await t.order();
  return t.fail(
    `An order with ${what} could not be created, a plain one could: ${JSON.stringify(asked.answer)}.`,
    {
      about: [asked.reference],
    },
  );
}

/** Whether the merchant takes payments in one step and in two by the same payway. */
export function takesSameInTwoSteps(t: Verbs): boolean {
  const { payways } = t.slot.config.profile;
  return t.claims('invoice') && takesHolds(t) && payways.hold === payways.invoice;
}

/** The payer posts more than the extra field that the payway asks for. */
export const payerChooses = (t: Verbs, chosen: Readonly<Record<string, string>>): Promise<void> =>
  t.withPayway({ addOns: { phone: PHONE } }, async () => {
    let sent = 0;
    for (const mode of takesSameInTwoSteps(t) ? ([undefined, 'hold'] as const) : [undefined])
      sent += (await askWith(t, { phone: VALUE, ...chosen }, mode)).seen.length;
    if (sent > 0) return;
    // A refusal of such a form is right, if an honest one is taken.
    const plain = await askWith(t, { phone: VALUE });
    if (plain.seen.length === 0)
      t.notApplicable('The merchant accepts no orders for a payway with extra fields.');
  });
