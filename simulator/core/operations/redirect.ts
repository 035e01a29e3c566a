import { hash } from 'node:crypto';
import type { WireValue } from '../../protocol/wire.ts';
import type { Invoice } from '../entities.ts';
import { sessionOf } from '../ids.ts';
import { members, num } from '../wire-values.ts';
import type { World } from '../world.ts';

/** The id in a hold's answer, where it is not the payment id (reading `hold.id`). */
const ownHoldId = (paymentId: number): number => paymentId + 1_000_000_007;

const ON_PAPER = {
  en: 'Pay at any terminal under the number of the invoice',
  ru: 'Оплатите в любом терминале по номеру счёта',
} as const;

function ofCreate(world: World, invoice: Invoice): WireValue {
  const id = num(invoice.paymentId);
  if (invoice.tokenUsed !== null && world.readings['recurrent.redirect'] === 'null') {
    return members({ data: null, id, method: null, url: null });
  }
  const reading = world.readings['create.data'];
  if (reading === 'offline')
    return members({ data: members({ ...ON_PAPER }), id, method: 'OFFLINE', url: null });
  const data = members({ session_id: sessionOf(world, invoice) });
  const method = reading === 'form-post' ? 'POST' : 'GET';
  return members({ data, id, method, url: `${world.options.publicOrigin()}/pay/${invoice.paymentId}` });
}

function ofHold(world: World, invoice: Invoice): WireValue {
  const origin = world.options.publicOrigin();
  const session = sessionOf(world, invoice);
  const request = Buffer.from(hash('sha512', `pareq:${session}`, 'hex'), 'hex');
  const own = world.readings['hold.id'] === 'own';
  return members({
    data: members({
      MD: session,
      PaReq: `${request.toString('base64')}+/=`,
      TermUrl: `${origin}/3ds/return?payment=${invoice.paymentId}&step="1"&next=<pay>`,
    }),
    id: num(own ? ownHoldId(invoice.paymentId) : invoice.paymentId),
    method: 'POST',
    url: `${origin}/3ds/${invoice.paymentId}`,
  });
}

/** How the payer is sent on (Endpoints, invoice/create and invoice/hold). */
export function redirectOf(world: World, invoice: Invoice): WireValue {
  return invoice.mode === 'hold' ? ofHold(world, invoice) : ofCreate(world, invoice);
}
