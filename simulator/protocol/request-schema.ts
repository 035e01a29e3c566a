import { z } from 'zod';
import { FIELD_TYPES, type FieldType } from './fields.ts';
import { whyRefused } from './misfits.ts';
import type { OperationId } from './operations.ts';
import type { ReadingValues } from './readings.ts';
import { requestFields } from './request-fields.ts';
import type { WireObject, WireValue } from './wire.ts';

function fieldSchema(type: FieldType, readings: ReadingValues): z.ZodType<WireValue> {
  return z.custom<WireValue>().superRefine((value, context) => {
    const why = whyRefused(type.check(value, readings), readings);
    if (why !== undefined) context.addIssue({ code: 'custom', message: why });
  });
}

/**
 * The request of an operation as a zod schema over wire values: for tools that want to check or describe a
 * body. The gateway itself judges requests with the same field types, without zod.
 */
export function requestSchema(id: OperationId, readings: ReadingValues): z.ZodType<WireObject> {
  const shape: Record<string, z.ZodType> = { sign: fieldSchema(FIELD_TYPES.text, readings) };
  for (const field of requestFields(id, readings)) {
    const schema = fieldSchema(field.type, readings);
    shape[field.name] = field.required ? schema : schema.nullish();
  }
  return z.looseObject(shape) as unknown as z.ZodType<WireObject>;
}
