import { anchorOf } from '../markdown.ts';

/** A page of the catalogue with checks of some areas; the area is the first word of a check's id. */
export interface CheckPage {
  readonly file: string;
  readonly title: string;
  readonly areas: readonly string[];
}

/** In the order in which a reader meets them. */
export const checkPages: readonly CheckPage[] = [
  {
    file: 'checks-requests.md',
    title: 'Requests and answers',
    areas: ['sign', 'transport', 'time', 'secret', 'error', 'compat', 'lookup'],
  },
  {
    file: 'checks-orders.md',
    title: 'Orders and invoices',
    areas: ['order', 'invoice', 'redirect', 'checkout', 'token', 'money'],
  },
  { file: 'checks-notifications.md', title: 'Notifications', areas: ['notification'] },
  { file: 'checks-holds.md', title: 'Holds', areas: ['hold'] },
  { file: 'checks-refunds.md', title: 'Refunds', areas: ['refund'] },
  { file: 'checks-payouts.md', title: 'Payouts and wallets', areas: ['payout', 'wallet'] },
  { file: 'checks-combinations.md', title: 'Combinations', areas: ['combination'] },
];

const areaOf = (id: string): string => id.split('.')[0] ?? id;

/** The page that has a check. */
export function pageOfCheck(id: string): CheckPage {
  const page = checkPages.find(({ areas }) => areas.includes(areaOf(id)));
  if (page === undefined)
    throw new Error(`scripts/docs/catalogue/links.ts has no page for checks of "${areaOf(id)}"`);
  return page;
}

/** A link to a check or law, from a page of the catalogue. */
export const ruleLink = (id: string): string =>
  `[${id}](${id.startsWith('law.') ? 'laws.md' : pageOfCheck(id).file}#${anchorOf(id)})`;

/** A link to a reading, from a page of the catalogue. */
export const readingLink = (id: string): string => `[${id}](readings.md#${anchorOf(id)})`;

/** What is there for those who look for it: a line that opens, and what is below it. */
export const folded = (summary: string, text: string): string =>
  `<details>\n<summary>${summary}</summary>\n\n${text}\n\n</details>`;
