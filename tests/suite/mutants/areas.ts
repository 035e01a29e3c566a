import { laws } from '../../../ledger/index.ts';
import { checks } from '../../../scenarios/index.ts';
import type { Finding } from './result.ts';

/** What a check or a rule is about: the first words of the ids of checks, such as `refund`. */
const ORDERS = ['order', 'invoice', 'money', 'notification', 'wallet', 'error', 'compat'];
const PAYOUTS = ['payout', 'compat', 'error', 'money', 'wallet', 'sign'];
const NOTICES = ['notification', 'refund', 'secret', 'sign', 'hold', 'token', 'invoice', 'compat'];
const REQUESTS = ['sign', 'transport', 'time', 'money', 'compat', 'secret', 'order', 'payout', 'lookup'];
const RECOVERY = ['invoice', 'hold', 'order', 'notification', 'error', 'compat'];

/**
 * Whose checks are about the lines of a file of a shop, the closest first. A file that is not here serves everything:
 * whichever check sees a mutant of it is the right one.
 */
const AREAS: Readonly<Record<string, readonly string[]>> = {
  'clock.ts': ['time', 'hold', 'token'],
  'extras.ts': ['order', 'sign', 'compat', 'checkout'],
  'gateway.ts': [...REQUESTS, 'invoice', 'refund', 'error', 'redirect'],
  'holds.ts': ['hold', 'error', 'compat', 'sign'],
  'instruments.ts': ['token', 'sign'],
  'invoices.ts': [...ORDERS, 'hold', 'token'],
  'issue.ts': [...ORDERS, 'hold', 'token', 'sign', 'redirect', 'checkout', 'transport'],
  'lookups.ts': ['lookup', 'sign', 'compat', 'error', 'transport', 'payout'],
  'money.ts': ['money', 'notification', 'refund', 'payout', 'sign'],
  'notifications.ts': NOTICES,
  'operations.ts': REQUESTS,
  'orders.ts': [...ORDERS, 'hold', 'redirect', 'checkout'],
  'payout-calls.ts': PAYOUTS,
  'payouts.ts': PAYOUTS,
  'payways.ts': ['order', 'payout', 'transport'],
  'recovery.ts': RECOVERY,
  'refunds.ts': ['refund', 'error', 'compat', 'money', 'sign'],
  'wallet.ts': ['wallet', 'payout', 'refund', 'notification', 'money'],
  'http/pages.ts': ['checkout', 'redirect', 'order', 'secret'],
  'seams/answers.ts': [...REQUESTS, 'invoice', 'hold', 'refund', 'error'],
  'seams/checkout.ts': ['checkout', 'order', 'redirect', 'secret'],
  'seams/invoices.ts': [...ORDERS, 'hold', 'token'],
  'seams/notices.ts': NOTICES,
  'seams/payouts.ts': PAYOUTS,
  'seams/refunds.ts': ['refund', 'error', 'compat', 'money', 'notification'],
  'seams/requests.ts': REQUESTS,
  'python/clock.py': ['time', 'hold', 'token', 'payout'],
  'python/gateway.py': [...REQUESTS, 'invoice', 'refund', 'error', 'hold'],
  'python/invoices.py': [...ORDERS, 'hold', 'token'],
  'python/ledger.py': ['wallet', 'payout', 'refund', 'notification', 'money'],
  'python/money.py': ['money', 'notification', 'refund', 'payout', 'sign'],
  'python/notifications.py': NOTICES,
  'python/orders.py': [...ORDERS, 'hold', 'token', 'sign', 'transport'],
  'python/payouts.py': PAYOUTS,
  'python/refunds.py': ['refund', 'error', 'compat', 'money', 'sign'],
  'python/signing.py': [...REQUESTS, ...NOTICES],
  'php/src/Gateway.php': [...REQUESTS, 'invoice', 'refund', 'error', 'hold'],
  'php/src/Json.php': ['compat', 'notification', 'sign', 'money', 'transport', 'lookup'],
  'php/src/Limits.php': ['order', 'payout', 'transport', 'compat'],
  'php/src/Money.php': ['money', 'notification', 'refund', 'payout', 'sign'],
  'php/src/Notifications.php': NOTICES,
  'php/src/Orders.php': [...ORDERS, 'hold', 'token', 'sign', 'transport', 'redirect'],
  'php/src/Payouts.php': PAYOUTS,
  'php/src/Refunds.php': ['refund', 'error', 'compat', 'money', 'sign'],
  'php/src/Signing.php': [...REQUESTS, ...NOTICES],
};

/** The area of a check, `refund` of `refund.waiting`; that of a combination is what it combines. */
export function areaOf(check: string): string {
  const [first = check, second = first] = check.split('.');
  if (first !== 'combination') return first;
  return second === 'single' ? 'order' : second;
}

/** The areas of a rule are those of the checks that it shares a requirement with. */
const areasOfLaws: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  laws.map(({ id, requirements }) => {
    const shared = new Set<string>(requirements);
    const about = checks.filter((check) => check.requirements.some((name) => shared.has(name)));
    return [id, new Set(about.map((check) => areaOf(check.id)))];
  }),
);

/** How close a check is to the lines of a file, 0 the closest; undefined where it is not about them. */
export function closeness(check: string, file: string): number | undefined {
  const place = AREAS[file]?.indexOf(areaOf(check)) ?? 0;
  return place === -1 ? undefined : place;
}

const isLawAbout = (law: string, file: string): boolean =>
  AREAS[file]?.some((area) => areasOfLaws.get(law)?.has(area)) ?? true;

/** Whether what saw a mutant of a file, a check or a rule that was broken in its story, is about the lines of the file. */
export const isRight = ({ by, law }: Finding, file: string): boolean =>
  (by !== undefined && closeness(by, file) !== undefined) || (law !== undefined && isLawAbout(law, file));

/** Files that the table names, for the test that holds it to those that exist. */
export const filesWithAreas: readonly string[] = Object.keys(AREAS);
