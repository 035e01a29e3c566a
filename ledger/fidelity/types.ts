import type { ReadingId } from '../../simulator/protocol/readings.ts';

/** One field of a record. Texts of `spec` and `observed` are what `formOf` calls a value, with ` | ` between several. */
export interface FidelityField {
  /** Its name; below it `.name`, and `[]` for the items of a list. */
  readonly name: string;
  /** What the specification shows; null where it shows nothing. */
  readonly shown: string | null;
  /** What recorded traffic shows; null where none was seen. */
  readonly recorded: string | null;
  /** What the simulator sends under the preset `spec`, and under `observed`. */
  readonly spec: string;
  readonly observed: string;
  /** The reading that decides, where there is one. */
  readonly reading?: ReadingId;
}

/** One record: an answer of an operation, or the body of a notification. */
export interface FidelityRecord {
  /** The operation's id, or `notification/invoice` and `notification/refund`. */
  readonly id: string;
  /** Which answer is looked at, where an operation has several. */
  readonly when: string;
  readonly fields: readonly FidelityField[];
}

/** A field; the simulator sends the same under both presets where only one form is given. */
export const field = (
  name: string,
  shown: string | null,
  recorded: string | null,
  form: string | readonly [spec: string, observed: string],
  reading?: ReadingId,
): FidelityField => {
  const [spec, observed] = typeof form === 'string' ? [form, form] : form;
  return { name, shown, recorded, spec, observed, ...(reading === undefined ? {} : { reading }) };
};
