import { signNotification } from '../../simulator/index.ts';
import { check } from '../../suite/engine/index.ts';
import { allRefused, toleratesProperty } from '../steps/forgery.ts';

const NFD = 'Cafe\u0301 A\u030Angstro\u0308m \u0438\u0306';

export default check('notification.sign.unicode-form', {
  title: 'The shop verifies text in the Unicode form in which it was sent.',
  requirements: ['events.5', 'transport.2'],
  level: 'must',
  capabilities: ['invoice'],
  rule: 'Events 5 and Authentication 2: the digest is calculated over the UTF-8 bytes of the values as they were sent.',
  expectation:
    'Genuine notifications with composed and with decomposed accents pay their orders; one whose signature is valid only after normalisation does not.',
  fix: 'Do not normalise Unicode (NFC, NFD) before the digest is calculated; normalise later, where you search or show texts.',
  story: async (t) => {
    for (const [form, note] of [
      ['decomposed', NFD],
      ['composed', NFD.normalize('NFC')],
    ] as const) {
      await toleratesProperty(t, {
        name: `with ${form} accents in a text`,
        fields: { note },
        without: {},
      });
    }
    const { secret } = t.slot.shop;
    await allRefused(t, [
      {
        label: 'decomposed accents, signed as composed ones',
        set: { note: NFD },
        tamper: (body) => {
          const { sign, ...rest } = body;
          return { ...rest, sign: signNotification({ ...rest, note: NFD.normalize('NFC') }, secret) };
        },
      },
    ]);
  },
});
