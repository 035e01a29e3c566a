import type { Outcome } from '../history/index.ts';

interface Written {
  /** How the bodies are written. */
  readonly notifications: 'json' | 'form';
  readonly readings: Readonly<Record<string, string>>;
}

/** Each choice: how this gateway writes it, and the other way that gateways of the family have. */
const choices = ({
  notifications,
  readings,
}: Written): readonly (readonly [own: string, other: string])[] => {
  const pair = (isFirst: boolean, first: string, second: string): readonly [string, string] =>
    isFirst ? [first, second] : [second, first];
  return [
    pair(notifications === 'json', 'JSON', 'a form'),
    pair(readings['notification.status'] !== 'text', 'status as an integer', 'status as a word'),
    pair(readings['notification.number-literals'] !== 'decimal', '10 written as 10', '10 written as 10.0'),
  ];
};

/**
 * What a result's scope says of notifications: how the profile's gateway writes them, and which forms the shop was seen to
 * understand. Those are its profile's, and the others where `compat.notification-forms` passed; nothing is said where that
 * check came to no conclusion.
 */
export function notificationScope(
  written: Written,
  checks: readonly { readonly id: string; readonly outcome: Outcome }[],
): { notifications: Written['notifications']; notificationForms?: string[] } {
  const { notifications } = written;
  const outcome = checks.find(({ id }) => id === 'compat.notification-forms')?.outcome;
  if (outcome !== 'pass' && outcome !== 'warn') return { notifications };
  const forms = choices(written).map((pair) => (outcome === 'pass' ? pair.join(' or ') : pair[0]));
  return { notifications, notificationForms: forms };
}
