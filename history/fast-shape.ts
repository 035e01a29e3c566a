import { z } from 'zod';
import { isRecord } from './fields.ts';

type Test = (value: unknown) => boolean;

/**
 * A test that is true only of values that the schema accepts. It says nothing about those it is false of:
 * the schema itself is asked for them, and gives the reason. It is there because a history has millions of
 * lines, nearly all of them right: with Zod alone an audit of 200,000 events takes 1.4 times the processor's time.
 */
export function fastShape(schema: z.core.$ZodType): Test {
  if ((schema._zod.def.checks ?? []).length > 0) return nothing;
  if (schema instanceof z.ZodString) return (value) => typeof value === 'string';
  if (schema instanceof z.ZodNumber) return Number.isFinite;
  if (schema instanceof z.ZodBoolean) return (value) => value === true || value === false;
  if (schema instanceof z.ZodUnknown) return anything;
  if (schema instanceof z.ZodNull) return (value) => value === null;
  if (schema instanceof z.ZodLiteral) return oneOf([...schema.values]);
  if (schema instanceof z.ZodEnum) return oneOf(schema.options);
  if (schema instanceof z.ZodNullable) return orElse(null, fastShape(schema.unwrap()));
  if (schema instanceof z.ZodOptional) return orElse(undefined, fastShape(schema.unwrap()));
  if (schema instanceof z.ZodObject) return shapeOf(schema.shape);
  if (schema instanceof z.ZodArray) {
    const element = fastShape(schema.element);
    return (value) => Array.isArray(value) && value.every(element);
  }
  if (schema instanceof z.ZodRecord) {
    const each = fastShape(schema.valueType);
    return each === anything ? isRecord : (value) => isRecord(value) && allOf(value, each);
  }
  if (schema instanceof z.ZodUnion) {
    const tests = schema.options.map(fastShape);
    return (value) => tests.some((test) => test(value));
  }
  return nothing;
}

const nothing: Test = () => false;
const anything: Test = () => true;

function allOf(value: Readonly<Record<string, unknown>>, test: Test): boolean {
  for (const name in value) if (!test(value[name])) return false;
  return true;
}

function oneOf(values: readonly unknown[]): Test {
  if (values.length === 1) return (value) => value === values[0];
  const known = new Set(values);
  return (value) => known.has(value);
}

const orElse =
  (other: null | undefined, test: Test): Test =>
  (value) =>
    value === other || test(value);

function shapeOf(shape: Readonly<Record<string, z.core.$ZodType>>): Test {
  const names = Object.keys(shape);
  const tests = Object.values(shape).map(fastShape);
  return (value) => {
    if (!isRecord(value)) return false;
    for (let index = 0; index < names.length; index++) {
      if (tests[index]?.(value[names[index] ?? '']) !== true) return false;
    }
    return true;
  };
}
