import { check } from '../../suite/engine/index.ts';
import { lookup, objectsIn } from '../steps/lookups.ts';

export default check('lookup.is-active', {
  title: 'A payway whose is_active says "false" is not active.',
  must: ['fields.payway.is-active'],
  expectation:
    'A payway that the gateway lists with is_active "false" is reported as not active, or left out, and one with "true" is not reported as inactive. Not judged when the shop does not show it.',
  fix: 'Compare the word: is_active === "true" (or a boolean true). In most languages every non-empty string is truthy, also "false".',
  story: async (t) => {
    const alias = t.slot.config.profile.payways.invoice;
    const shown = async (): Promise<readonly Record<string, unknown>[]> =>
      objectsIn(await lookup(t, 'shop_input_config/shop')).filter((object) =>
        Object.values(object).includes(alias),
      );
    const active = await shown();
    if (active.length === 0) t.notSeen('The merchant does not show the payways by their alias.');
    const names = ['is_active', 'isActive', 'active', 'enabled', 'available'];
    const flagged = active.some((object) => names.some((name) => name in object));
    const hidden = active.find((object) => ['is_active', 'isActive'].some((name) => object[name] === false));
    if (hidden !== undefined) {
      t.fail(
        `The gateway lists ${alias} with is_active "true", and the merchant shows it as not active: ${JSON.stringify(hidden)}.`,
        { about: ['shop_input_config'] },
      );
    }
    await t.withPayway({ active: false }, async () => {
      const inactive = await shown();
      const wrong = inactive.find((object) => names.some((name) => object[name] === true));
      if (wrong !== undefined) {
        t.fail(
          `The gateway lists ${alias} with is_active "false", and the merchant shows it as active: ${JSON.stringify(wrong)}.`,
          { about: ['shop_input_config'] },
        );
      }
      if (inactive.length > 0 && !flagged) {
        t.notSeen('The merchant does not show whether a payway is active.');
      }
    });
  },
});
