import { ForeignReader, type ForeignRecording, readHar } from '../../../history/foreign/index.ts';
import { laws } from '../../../ledger/index.ts';
import { type Audit, auditOf, auditSchema } from '../../../reports/audit/audit.ts';
import { resolveReadings } from '../../../simulator/index.ts';
import { KEY } from './talk.ts';

export interface Beside {
  readonly keys?: readonly (readonly [string, string])[];
  readonly gateway?: readonly string[];
  readonly callback?: readonly string[];
  readonly readings?: Readonly<Record<string, string>>;
}

const OWN: Beside = { keys: [['5', KEY]] };

/** A reader of calls with what is known beside them. */
export const readerWith = ({
  keys = [],
  gateway = [],
  callback = [],
  readings = {},
}: Beside = OWN): ForeignReader =>
  new ForeignReader({ readings: resolveReadings('spec', readings), keys: new Map(keys), gateway, callback });

/** What the audit of a HAR says, as the command would. */
export function auditHar(har: string, beside: Beside = OWN): Audit {
  const reader = readerWith(beside);
  const { tool, calls } = readHar(JSON.parse(har));
  for (const each of calls) reader.take(each);
  return auditRecording(reader.end(tool, false), beside);
}

export function auditRecording(recording: ForeignRecording, { readings = {} }: Beside = OWN): Audit {
  return auditSchema.parse(auditOf([recording], { file: 'f.har', suite: '0', readings }, laws));
}

/** Ids of the laws with this outcome, without `law.`. */
export const lawsThat = (outcome: string, audit: Audit): string[] =>
  audit.laws.filter((law) => law.outcome === outcome).map(({ id }) => id.slice('law.'.length));

export const lawIn = (audit: Audit, id: string) => {
  const law = audit.laws.find((each) => each.id === `law.${id}`);
  if (law === undefined) throw new Error(`There is no law ${id}.`);
  return law;
};
