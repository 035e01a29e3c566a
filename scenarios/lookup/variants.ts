import { check } from '../../suite/engine/index.ts';
import { askGateway, profileLookups } from '../steps/lookups.ts';

export default check('lookup.variants', {
  title: 'The shop accepts shop_write_off of withdraw/try as a number or a numeric string.',
  must: ['versioning.4', 'fields.envelope.result'],
  rule: 'Endpoints, withdraw/try: shop_write_off is a number or a numeric string.',
  expectation:
    'The lookup succeeds with shop_write_off as a number and as a string. Applies when withdraw/try is among the lookups.',
  fix: 'Parse shop_write_off from its text, whether it is a number or a string.',
  story: async (t) => {
    const operation = 'withdraw/try';
    const found = (await profileLookups(t)).find(([name]) => name === operation);
    if (found === undefined) return t.notApplicable(`${operation} is not among the lookups of the profile.`);
    const variants = [{ $number: '11.03' }, '11.03'];
    const outcomes = [];
    for (const written of variants) {
      await t.gateway.clearFaults();
      await t.nextCall(operation, { kind: 'answer', set: { 'data.shop_write_off': written } });
      const answer = await askGateway(t, operation, found[1]);
      outcomes.push({ ok: answer.kind === 'ok' && answer.value.error === null, answer });
    }
    const [number, text] = outcomes;
    if (number?.ok !== true)
      t.inconclusive(`${operation} had no usable answer: ${JSON.stringify(number?.answer)}.`);
    if (text?.ok !== true) {
      t.late(
        `${operation} works with shop_write_off 11.03 and not with "11.03": ${JSON.stringify(text?.answer)}.`,
        { about: [operation] },
      );
    }
  },
});
