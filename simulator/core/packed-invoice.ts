/** An invoice as a store keeps it: the values alone, because there may be a million of them. */
import type { Base } from '../protocol/operations.ts';
import { remembered } from '../protocol/remembered.ts';
import { sharedAmount, sharedText } from './compact.ts';
import type { Account, Invoice, RequestShape, Settlement, Token } from './entities.ts';
import { tokenOf } from './token.ts';
import { maskedJson, safe } from './view-of.ts';

/** In a fixed order; masked. Instants are epoch milliseconds. */
export type PackedInvoice = [
  base: Base,
  shopId: string,
  paymentId: number,
  shopOrderId: string,
  mode: Invoice['mode'],
  status: number,
  amount: string,
  currency: number,
  psCurrency: number,
  payway: string,
  description: string | null,
  callbackUrl: string | null,
  callbackRejectedUrl: string | null,
  successUrl: string | null,
  failedUrl: string | null,
  expiresAt: number | null,
  created: number,
  createdAt: number,
  updated: number,
  processed: number | null,
  heldAt: number | null,
  payerPrice: string,
  shopShare: string,
  settlement: Settlement | null,
  errorCode: number,
  issued: [status: string, expiresAt: number] | null,
  tokenUsed: string | null,
  issueToken: boolean,
  chargeRequested: boolean,
  unholdRequested: boolean,
  payer: string | null,
  psData: Record<string, unknown> | null,
  overrides: Record<string, unknown> | null,
  session: string | null,
  shape: string,
  rest: string,
  revision: number,
];

const textOfShape = ({ names, said }: RequestShape): string => JSON.stringify([names, said]);
let lastShape: { shape: RequestShape; text: string } | undefined;
const shapeFrom = remembered(500, (text): RequestShape => {
  const [names, said] = JSON.parse(text) as [string[], boolean[]];
  return { names, said };
});

function shapeText(shape: RequestShape): string {
  // A shop sends the same fields again and again.
  if (lastShape?.shape !== shape) lastShape = { shape, text: textOfShape(shape) };
  return lastShape.text;
}

export function packInvoice(invoice: Invoice): PackedInvoice {
  const { account, token, psData, overrides } = invoice;
  return [
    account.base,
    account.idText,
    invoice.paymentId,
    safe(account, invoice.shopOrderId),
    invoice.mode,
    invoice.status,
    invoice.amount,
    invoice.currency,
    invoice.psCurrency,
    invoice.payway,
    safe(account, invoice.description),
    safe(account, invoice.callbackUrl),
    safe(account, invoice.callbackRejectedUrl),
    safe(account, invoice.successUrl),
    safe(account, invoice.failedUrl),
    invoice.expiresAt,
    invoice.created,
    invoice.createdAt,
    invoice.updated,
    invoice.processed,
    invoice.heldAt,
    invoice.payerPrice,
    invoice.shopShare,
    invoice.settlement,
    invoice.errorCode,
    token === null ? null : [token.status, token.expiresAt],
    invoice.tokenUsed,
    invoice.issueToken,
    invoice.chargeRequested,
    invoice.unholdRequested,
    invoice.payer,
    psData === null ? null : maskedJson(psData),
    overrides === null ? null : maskedJson(overrides),
    invoice.session,
    shapeText(invoice.requestShape),
    invoice.requestRest,
    invoice.revision,
  ];
}

/** The token itself follows from the shop's secret. */
function issuedToken(invoice: Invoice, issued: [string, number] | null): Token | null {
  if (issued === null) return null;
  const [status, expiresAt] = issued;
  return { ...tokenOf(invoice, expiresAt), expiresAt, status };
}

/** An invoice that nothing knows yet. */
export function unpackInvoice(account: Account, packed: PackedInvoice): Invoice {
  // Written out in the order in which they are created, so that the engine gives all of them one shape.
  const invoice: Invoice = {
    kind: 'invoice',
    account,
    paymentId: packed[2],
    shopOrderId: packed[3],
    amount: sharedAmount(packed[6]),
    currency: packed[7],
    payway: sharedText(packed[9]),
    description: packed[10],
    callbackUrl: sharedText(packed[11]),
    callbackRejectedUrl: sharedText(packed[12]),
    successUrl: sharedText(packed[13]),
    failedUrl: sharedText(packed[14]),
    requestShape: shapeFrom(packed[34]),
    requestRest: sharedText(packed[35]),
    mode: packed[4],
    status: packed[5],
    psCurrency: packed[8],
    expiresAt: packed[15],
    created: packed[16],
    createdAt: packed[17],
    updated: packed[18],
    processed: packed[19],
    heldAt: packed[20],
    payerPrice: sharedAmount(packed[21]),
    shopShare: sharedAmount(packed[22]),
    settlement: packed[23],
    errorCode: packed[24],
    token: null,
    tokenUsed: packed[26],
    issueToken: packed[27],
    chargeRequested: packed[28],
    unholdRequested: packed[29],
    refunds: null,
    payer: packed[30],
    psData: packed[31],
    overrides: packed[32],
    session: packed[33],
    revision: packed[36],
  };
  invoice.token = issuedToken(invoice, packed[25]);
  return invoice;
}
