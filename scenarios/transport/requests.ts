import { check } from '../../suite/engine/index.ts';
import { takesHolds } from '../steps/holds.ts';
import { profileLookups } from '../steps/lookups.ts';
import { moveMoneyBack } from '../steps/money-back.ts';

export default check('transport.requests', {
  title:
    'The shop calls every operation by POST at its path, with a JSON body in UTF-8 and its Content-Type.',
  must: [
    'transport.1',
    'transport.2',
    'versioning.1',
    'endpoint.all',
    'flow.single.create',
    'fields.request.types',
    'fields.request.shop-id',
    'fields.request.shop-order-id',
    'fields.request.payway',
    'fields.request.currency',
    'fields.request.description',
    'limits.shop-order-id',
  ],
  anyOf: ['invoice', 'hold', 'hold.auto', 'payout', 'lookups'],
  rule: 'Transport rules 1 and 2; Resources, Common parameter conventions: POST, the path below /gateway/v1, Content-Type: application/json, UTF-8, fields of the listed types.',
  expectation:
    'Every request that the gateway receives keeps these rules. Integers written as strings, amounts written as numbers and a space instead of T in a date are warnings, or what their readings (request.integer-as-string, request.amount-as-number, request.date-separator) say; any other wrong type is a failure.',
  fix: 'Send JSON with the header Content-Type: application/json to the exact path of the operation below the configured base address. Write ids of the service and currency codes as integers; amounts, texts and your own ids as strings; booleans without quotes.',
  story: async (t) => {
    if (t.claims('invoice') || takesHolds(t)) await t.ask({ description: 'Кофе' });
    if (t.claims('recurrent')) await t.ask({ customer: t.unique('customer'), saveInstrument: true });
    if (t.claims('hold.auto')) await t.ask({ mode: 'hold' });
    if (t.claims('payout')) await t.askPayout();
    await moveMoneyBack(t);
    if (t.claims('lookups') && t.slot.config.profile.lookups.length > 0) {
      for (const [operation, parameters] of await profileLookups(t))
        await t.driver.lookup(operation, parameters);
    }
    if ((await t.calls()).length === 0)
      t.inconclusive('The merchant never called the gateway, so no request was seen.');
    await t.warnOfFields('type');
  },
});
