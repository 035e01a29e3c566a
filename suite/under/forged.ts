import { isUtf8 } from 'node:buffer';
import { draftOf, type Row, render, rowsOf } from '../../messages/index.ts';
import {
  type CraftedDelivery,
  type InvoiceView,
  isWireObject,
  parseForm,
  parseWire,
} from '../../simulator/index.ts';
import type { Slot } from '../slots/index.ts';

/** A row that can be made of any notification, in this format, and whose verdict stands without further circumstances. */
const isUsable = (row: Row, format: 'json' | 'form'): boolean =>
  (row.format === undefined || row.format === format) &&
  typeof row.verdict === 'string' &&
  row.level !== 'should';

/** The rows of these groups that can be sent in this format. */
export const usableRows = (groups: readonly string[], format: 'json' | 'form'): readonly Row[] =>
  groups.flatMap((group) => rowsOf(group)).filter((row) => isUsable(row, format));

/** A notification about an invoice that reports this status, changed as a row says, ready to be delivered. */
export async function changedNotification(
  slot: Slot,
  invoice: Pick<InvoiceView, 'paymentId' | 'shopOrderId' | 'callbackUrl'>,
  status: number,
  row: Row,
  label: string,
): Promise<CraftedDelivery> {
  const format = slot.config.profile.notifications;
  const { secret, id: shopId } = slot.shop;
  const { paymentId, shopOrderId, callbackUrl } = invoice;
  const genuine = await slot.gateway.previewNotification(paymentId, { status });
  const bytes = new TextEncoder().encode(genuine.body);
  const parsed = format === 'form' ? parseForm(bytes) : parseWire(bytes);
  if (!parsed.ok || !isWireObject(parsed.value)) throw new Error('A notification of our own cannot be read.');
  const { sign: _, ...members } = parsed.value;
  const draft = draftOf(Object.entries(members), { secret, format, type: 'invoice' });
  row.apply(draft, {
    readings: await slot.gateway.readings(),
    genuine: () => {
      throw new Error(`Message ${row.id} stands on another notification, which there is none of here.`);
    },
  });
  const message = render(draft, secret);
  return {
    label: `${label}: ${row.says}`,
    genuine: row.verdict === 'accept',
    ...(typeof row.verdict === 'string' ? { verdict: row.verdict } : {}),
    shopId,
    method: message.method,
    query: Object.fromEntries(message.query),
    headers: { ...message.headers },
    ...(isUtf8(message.body)
      ? { body: message.body.toString() }
      : { bodyBase64: message.body.toString('base64') }),
    ...(callbackUrl ? { url: callbackUrl } : {}),
    about: { paymentId, shopOrderId },
    status,
  };
}
