import { NOW_WINDOW_MS, SIZE_LIMIT_BYTES } from '../protocol/limits.ts';
import { operationsUnder } from '../protocol/operations.ts';
import type { ReadingValues } from '../protocol/readings.ts';
import { requestFields } from '../protocol/request-fields.ts';
import type { Rules, World } from './world.ts';

/** Works out what follows from the readings. */
export function compileRules(readings: ReadingValues, maxRequestBytes: number | undefined): Rules {
  const operations = operationsUnder(readings).map((operation) => {
    const fields = requestFields(operation.id, readings);
    const known = new Set(['sign', 'now', ...fields.map((field) => field.name)]);
    return { operation, fields, known };
  });
  return {
    byPath: new Map(operations.map((each) => [each.operation.path, each])),
    maxBytes: maxRequestBytes ?? SIZE_LIMIT_BYTES[readings['request.size-limit']] ?? 1_048_576,
    nowWindowMs: NOW_WINDOW_MS[readings['request.now-window']],
    numberStyle: readings['notification.number-literals'],
  };
}

/** Other readings are in force from now on. */
export function changeReadings(world: World, values: ReadingValues): void {
  world.readings = values;
  world.rules = compileRules(values, world.options.maxRequestBytes);
}
