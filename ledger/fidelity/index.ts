import { invoiceRecords } from './invoices.ts';
import { notificationRecords } from './notifications.ts';
import { payoutRecords } from './payouts.ts';
import { shopRecords } from './shops.ts';
import { type FidelityRecord, field } from './types.ts';

export type { FidelityField, FidelityRecord } from './types.ts';

const envelope: FidelityRecord = {
  id: 'every operation',
  when: 'the envelope of a success',
  fields: [
    field('result', 'boolean', 'boolean', 'boolean'),
    field('message', 'text', 'text', 'text'),
    field('error_code', 'number', 'number', 'number'),
    field('data', 'object or array', 'object or array', 'object | array'),
  ],
};

/** Not what is in a body but how it is written. */
const layout: FidelityRecord = {
  id: 'every operation',
  when: 'how the body of an answer is written',
  fields: [
    field('order of members', 'free', 'sorted by key', ['as listed', 'sorted'], 'answer.layout'),
    field('end of the body', null, 'a line end', ['nothing', 'line end'], 'answer.layout'),
  ],
};

const refusal: FidelityRecord = {
  id: 'every operation',
  when: 'the envelope of a refusal',
  fields: [
    field('result', 'boolean, false', 'false', 'boolean'),
    field('message', 'text', 'text; a wrong sign is quoted its string to sign', 'text'),
    field('error_code', 'number above 0', '10 for a wrong sign, 11 for an unknown shop', 'number'),
    field('data', null, 'null', 'null', 'error.data'),
  ],
};

/** For each operation and record: what the specification shows, what was recorded, what the simulator does. */
export const fidelity: readonly FidelityRecord[] = [
  envelope,
  layout,
  refusal,
  ...invoiceRecords,
  ...payoutRecords,
  ...shopRecords,
  ...notificationRecords,
];
