import type { Page } from '@playwright/test';
import { check, type Verbs } from '../../suite/engine/index.ts';

const TRIES = 20;
const BETWEEN_MS = 100;

/** Asks a page something: again, where it went on by itself in the middle of the question. */
async function read(t: Verbs, page: Page, question: () => Promise<string>): Promise<string> {
  for (let left = TRIES; ; left -= 1) {
    try {
      return await question();
    } catch (error) {
      if (left === 0 || page.isClosed()) t.unusable(`${page.url()} could not be read`, error);
      await t.pause(BETWEEN_MS);
    }
  }
}

/** Everything that a browser was sent, asked for or stored, with the place where it was seen. */
async function looseEnds(t: Verbs, page: Page, seen: Map<string, string>): Promise<void> {
  // Item by item: a stored "key" or "length" does not show among the properties of a storage.
  const stored = (): string => {
    const items: (string | null)[] = [document.cookie];
    for (const store of [localStorage, sessionStorage]) {
      for (let index = 0; index < store.length; index += 1) {
        const name = store.key(index) ?? '';
        items.push(name, store.getItem(name));
      }
    }
    return items.join('\n');
  };
  const storage = await read(t, page, () => page.evaluate(stored));
  seen.set(`storage of ${page.url()}`, storage);
  seen.set(`cookies at ${page.url()}`, JSON.stringify(await page.context().cookies()));
  seen.set(`document at ${page.url()}`, await read(t, page, () => page.content()));
}

export default check('checkout.secrets', {
  title: 'No page, script, address or browser storage contains the secret key.',
  must: ['auth.3'],
  capabilities: ['checkout'],
  anyOf: ['invoice', 'hold', 'hold.auto'],
  expectation:
    'Nothing that the browser loads, requests or stores on the pay page and the status page contains the secret key, in plain text or in base64.',
  fix: 'Sign on the server. Keep the key out of templates, scripts, data attributes, addresses, cookies and browser storage.',
  story: async (t) => {
    const payment = await t.order(t.claims('invoice') ? {} : { mode: 'hold' });
    const page = await t.browser();
    const seen = new Map<string, string>();
    const reading: Promise<unknown>[] = [];
    page.on('request', (request) => seen.set(`address ${reading.length} ${request.method()}`, request.url()));
    page.on('response', (response) => {
      const keep = (text: string) => seen.set(response.url(), text);
      reading.push(response.text().then(keep, () => undefined));
    });
    await t.show(page, payment.order.pay_url);
    await looseEnds(t, page, seen);
    await t.show(page, payment.order.status_url);
    await looseEnds(t, page, seen);
    await Promise.all(reading);
    const { secret } = t.slot.shop;
    const spellings = [
      secret,
      encodeURIComponent(secret),
      Buffer.from(secret)
        .toString('base64')
        .replace(/={1,2}$/, ''),
    ];
    const place = [...seen].find(([, text]) => spellings.some((spelling) => text.includes(spelling)))?.[0];
    if (place === undefined) return;
    // No picture is taken of a page that shows the key.
    await t.stage.windows.close();
    t.fail(`The secret key of the shop is in the browser: ${place.replaceAll(secret, '<SECRET>')}.`, {
      about: t.aboutPayment(payment),
    });
  },
});
