import { createHash, timingSafeEqual } from 'node:crypto';

const signedFields = {
  'invoice/create': ['amount', 'currency', 'payway', 'shop_id', 'shop_order_id'],
  'invoice/check': ['now', 'shop_id', 'shop_order_id'],
  'invoice/create-refund': ['amount', 'invoice_id', 'shop_id', 'shop_refund_id'],
  'invoice/get-refunds': ['invoice_id', 'now', 'shop_id'],
};

/** After these nothing was created, and nothing will be. */
const fatalCodes = [1, 2, 3, 4];

/** There is no such invoice. */
export const ABSENT = 7;

type Fields = Record<string, string | number | bigint>;

/** A record of the gateway, its numbers as the texts that they have there: signatures are over those. */
export type GatewayRecord = Record<string, unknown>;

export type Answer =
  | { outcome: 'done'; data: GatewayRecord }
  | { outcome: 'refused' | 'fatal'; code: number; message: string }
  | { outcome: 'unknown' };

export interface GatewayOptions {
  url: string;
  shopId: number;
  secret: string;
  readTimeoutMs: number;
}

export class GatewayClient {
  constructor(private options: GatewayOptions) {}

  async call(operation: keyof typeof signedFields, fields: Fields): Promise<Answer> {
    const { url, shopId, readTimeoutMs } = this.options;
    const request: Fields = { ...fields, shop_id: shopId };
    if (signedFields[operation].includes('now')) request.now = new Date().toISOString();
    request.sign = this.sign(signedFields[operation].map((name) => String(request[name])));
    try {
      const response = await fetch(`${url}/${operation}`, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'content-type': 'application/json' },
        body: jsonOf(request),
        signal: AbortSignal.timeout(readTimeoutMs),
      });
      const text = await response.text();
      return response.status >= 500 ? { outcome: 'unknown' } : answerOf(parse(text));
    } catch {
      return { outcome: 'unknown' };
    }
  }

  /** The fields of a notification whose signature is right. */
  genuine(body: string): GatewayRecord | undefined {
    const record = parse(body);
    if (record === undefined || typeof record.sign !== 'string') return undefined;
    const texts = Object.keys(record)
      .filter((name) => name !== 'sign' && record[name] !== null && record[name] !== '')
      .sort()
      .map((name) => (typeof record[name] === 'string' ? record[name] : JSON.stringify(record[name])));
    const [expected, given] = [Buffer.from(this.sign(texts)), Buffer.from(record.sign)];
    return expected.length === given.length && timingSafeEqual(expected, given) ? record : undefined;
  }

  private sign(values: string[]): string {
    return createHash('sha256')
      .update(values.join(':') + this.options.secret)
      .digest('hex');
  }
}

/** JSON whose ids have all their digits. */
function jsonOf(fields: Fields): string {
  const members = Object.entries(fields).map(
    ([name, value]) => `${JSON.stringify(name)}:${typeof value === 'bigint' ? value : JSON.stringify(value)}`,
  );
  return `{${members.join(',')}}`;
}

export function parse(json: string): GatewayRecord | undefined {
  try {
    JSON.parse(json);
    const value: unknown = JSON.parse(
      json.replace(/"(?:\\.|[^"\\])*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, (part) =>
        part.startsWith('"') ? part : `"${part}"`,
      ),
    );
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as GatewayRecord) : undefined;
  } catch {
    return undefined;
  }
}

function answerOf(envelope: GatewayRecord | undefined): Answer {
  const { result, error_code, message, data } = envelope ?? {};
  if (result === true) return { outcome: 'done', data: (data ?? {}) as GatewayRecord };
  const code = Number(error_code);
  if (result !== false || !(code > 0)) return { outcome: 'unknown' };
  return { outcome: fatalCodes.includes(code) ? 'fatal' : 'refused', code, message: String(message ?? '') };
}
