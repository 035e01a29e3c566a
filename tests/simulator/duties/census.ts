import { z } from 'zod';
import {
  invoiceNotificationFields,
  refundNotificationFields,
} from '../../../simulator/protocol/notifications.ts';
import { resolveReadings } from '../../../simulator/protocol/readings.ts';
import { RESPONSE_DATA } from '../../../simulator/protocol/responses.ts';

type Json = Readonly<Record<string, unknown>>;

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The paths of the members that a schema names, below `path`; of the items of a list, below `path[]`. */
function pathsIn(schema: unknown, path: string): readonly string[] {
  if (!isJson(schema)) return [path];
  const variants = [schema.anyOf, schema.oneOf].flatMap((each) => (Array.isArray(each) ? each : []));
  const inner = variants.flatMap((variant) => pathsIn(variant, path));
  if (isJson(schema.items)) return pathsIn(schema.items, `${path}[]`);
  const named = isJson(schema.properties) ? Object.entries(schema.properties) : [];
  const found = [...named.flatMap(([name, member]) => pathsIn(member, `${path}.${name}`)), ...inner];
  return found.length === 0
    ? [path]
    : [...new Set(found)].filter((each) => each !== path || found.length === 1);
}

/** Every field of every record that the gateway sends: of the answers, as `operation.field`, and of notifications. */
export function everyField(): readonly string[] {
  const answers = Object.entries(RESPONSE_DATA).flatMap(([operation, schema]) =>
    pathsIn(z.toJSONSchema(schema), operation),
  );
  const readings = resolveReadings('spec');
  const invoice = invoiceNotificationFields(readings).map((name) => `type=invoice.${name}`);
  const refund = refundNotificationFields(readings).map((name) => `type=refund.${name}`);
  return [...new Set([...answers, ...invoice, ...refund])];
}

/** What values the fields of records took. A proof about a field that never changes proves nothing. */
export class Census {
  readonly #values = new Map<string, Set<string>>();

  /** Takes down a record, with all that is in it. */
  take(path: string, value: unknown): void {
    const members = this.#values.get(path) ?? new Set();
    this.#values.set(path, members);
    // Two are as good as many.
    if (members.size < 2 || value !== null) members.add(JSON.stringify(value ?? null));
    if (Array.isArray(value)) for (const item of value) this.take(`${path}[]`, item);
    else if (isJson(value))
      for (const [name, member] of Object.entries(value)) this.take(`${path}.${name}`, member);
  }

  /** How a field falls short of two values, one of them not null; undefined where it does not. */
  lackOf(field: string): 'never seen' | 'always null' | 'one value' | undefined {
    const values = this.#values.get(field);
    if (values === undefined) return 'never seen';
    if ([...values].every((value) => value === 'null')) return 'always null';
    return values.size < 2 ? 'one value' : undefined;
  }

  /** The value of a field that has one alone. */
  only(field: string): string {
    return [...(this.#values.get(field) ?? [])].join(', ');
  }
}
