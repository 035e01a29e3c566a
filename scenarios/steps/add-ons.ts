import { isRecord } from '../../history/fields.ts';
import type { Exchange } from '../../suite/engine/index.ts';

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
