import { isRecord } from '../../history/fields.ts';
import type { OperationId } from '../../simulator/index.ts';
import type { Asked, Exchange, Verbs } from '../../suite/engine/index.ts';
import { takesHolds } from './holds.ts';
import { creates } from './operations.ts';

/** An extra field that a payway asks for. */
export const PHONE = {
  regex: '^\\d{10}$',
  example: '9001234567',
  label: { en: 'Phone' },
  comment: { en: 'Ten digits' },
};

/** What the payer gives for it. */
export const VALUE = '9001234567';

/** An extra field of a request, beside the other fields or nested, by the reading `create.addons-place`. */
export function extraOf({ request }: Exchange, name: string): string | undefined {
  const nested = request.fields?.add_ons;
  const inner = isRecord(nested) ? nested[name] : undefined;
  const value = request.fields?.[name] ?? inner;
  return value === undefined || value === null ? undefined : String(value);
}

const ASKS: readonly OperationId[] = ['invoice/try', 'shop_input_config/shop'];

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
    t.notSeen('The merchant asks neither invoice/try nor the list of payways which fields are required.');
  if (seen.length > 0 && seen.every(({ answer }) => answer?.result !== true))
    t.inconclusive('The gateway accepted no order for a payway with extra fields.');
  if (seen.length === 0)
    t.notSeen(
      `The merchant accepts no orders for a payway with extra fields: ${JSON.stringify(asked.answer)}.`,
    );
}

/** Whether the merchant takes payments in one step and in two by the same payway. */
export function takesSameInTwoSteps(t: Verbs): boolean {
  const { payways } = t.slot.config.profile;
  return t.claims('invoice') && takesHolds(t) && payways.hold === payways.invoice;
}

/** The payer posts more than the extra field that the payway asks for. */
export const payerChooses = (t: Verbs, chosen: Readonly<Record<string, string>>): Promise<void> => {
  t.needsToTell('extra', 'createOrder');
  return t.withPayway({ addOns: { phone: PHONE } }, async () => {
    let sent = 0;
    for (const mode of takesSameInTwoSteps(t) ? ([undefined, 'hold'] as const) : [undefined])
      sent += (await askWith(t, { phone: VALUE, ...chosen }, mode)).seen.length;
    if (sent > 0) return;
    // A refusal of such a form is right, if an honest one is taken.
    const plain = await askWith(t, { phone: VALUE });
    if (plain.seen.length === 0) t.notSeen('The merchant accepts no orders for a payway with extra fields.');
  });
};
