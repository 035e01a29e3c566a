import { bareObject, type WireObject } from '../../protocol/wire.ts';
import type { FieldDescriptor } from '../shop-config.ts';
import { fromJson } from '../wire-values.ts';

const ORDER = ['comment', 'label', 'example', 'regex', 'prefix', 'title'] as const;

/** Extra fields as answers describe them (Extra-field descriptor). */
export function describeExtras(descriptors: Readonly<Record<string, FieldDescriptor>>): WireObject {
  const map = bareObject();
  for (const [name, descriptor] of Object.entries(descriptors)) {
    const described = bareObject();
    for (const key of ORDER) {
      const value = descriptor[key];
      if (value !== undefined) described[key] = fromJson(value);
    }
    map[name] = described;
  }
  return map;
}
