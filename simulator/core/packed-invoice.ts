/** An invoice as a store keeps it: the values alone, because there may be a million of them. */
import type { Base } from '../protocol/operations.ts';
import { remembered } from '../protocol/remembered.ts';
import { sharedAmount } from './compact.ts';
import type { Account, Invoice, RequestShape, Settlement, Token } from './entities.ts';
import { maskedJson, safe } from './masked.ts';
import type { SharedTexts } from './shared-texts.ts';
import { tokenOf } from './token.ts';

/** A text, or the number of one that many invoices say. */
type TextRef = number | string;

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
  payway: TextRef,
  description: string | null,
  callbackUrl: TextRef | null,
  callbackRejectedUrl: TextRef | null,
  successUrl: TextRef | null,
  failedUrl: TextRef | null,
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
  shape: TextRef,
  rest: TextRef,
  revision: number,
];

interface Shared {
  readonly texts: SharedTexts;
}

/** What a store keeps of an invoice. */
export interface InvoiceMemory {
  /** Whether it issued a token, by which it is found, too. */
  readonly token?: true;
  /** Statuses that faults still want of it. */
  readonly script?: readonly (number | string)[];
  readonly i: PackedInvoice;
}

/** The row of an invoice that nothing but its ids leads to: the other rows begin with what does. */
const FOUND_BY_IDS = /^\{"i":\["(production|test)","((?:[^"\\]|\\.)*)",(\d+),"((?:[^"\\]|\\.)*)",/;

/** The ids of an invoice that need not be unpacked before somebody asks for it by one of them. */
export function idsOfPacked(
  row: string,
): { base: Base; shopId: string; paymentId: number; shopOrderId: string } | undefined {
  const found = FOUND_BY_IDS.exec(row);
  if (found === null) return undefined;
  const [, base, shopId = '', paymentId, shopOrderId = ''] = found;
  return {
    base: base as Base,
    shopId: unescaped(shopId),
    paymentId: Number(paymentId),
    shopOrderId: unescaped(shopOrderId),
  };
}

const unescaped = (text: string): string =>
  text.includes('\\') ? (JSON.parse(`"${text}"`) as string) : text;

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

export function packInvoice({ texts }: Shared, invoice: Invoice): PackedInvoice {
  const { account, token, psData, overrides } = invoice;
  const refOf = (text: string | null) => (text === null ? null : texts.refOf(text));
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
    texts.refOf(invoice.payway),
    safe(account, invoice.description),
    refOf(safe(account, invoice.callbackUrl)),
    refOf(safe(account, invoice.callbackRejectedUrl)),
    refOf(safe(account, invoice.successUrl)),
    refOf(safe(account, invoice.failedUrl)),
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
    texts.refOf(shapeText(invoice.requestShape)),
    texts.refOf(invoice.requestRest),
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
export function unpackInvoice({ texts }: Shared, account: Account, packed: PackedInvoice): Invoice {
  const textOf = (ref: TextRef | null) => (ref === null ? null : texts.textOf(ref));
  // Written out in the order in which they are created, so that the engine gives all of them one shape.
  const invoice: Invoice = {
    kind: 'invoice',
    account,
    paymentId: packed[2],
    shopOrderId: packed[3],
    amount: sharedAmount(packed[6]),
    currency: packed[7],
    payway: texts.textOf(packed[9]),
    description: packed[10],
    callbackUrl: textOf(packed[11]),
    callbackRejectedUrl: textOf(packed[12]),
    successUrl: textOf(packed[13]),
    failedUrl: textOf(packed[14]),
    requestShape: shapeFrom(texts.textOf(packed[34])),
    requestRest: texts.textOf(packed[35]),
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
