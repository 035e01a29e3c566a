import type { HistoryEvent } from './events.ts';
import type { Proof } from './record.ts';

/** A notification with all its fields has some 800; the field that decides may be the last. */
const MOST_CHARACTERS = 2_000;

function clip(text: string): string {
  return text.length <= MOST_CHARACTERS
    ? text
    : `${text.slice(0, MOST_CHARACTERS)}… (${text.length} characters)`;
}

const DONE: Readonly<Record<string, string>> = {
  true: 'the operation was carried out',
  false: 'nothing was carried out',
  null: 'and nobody recorded whether the operation was carried out',
};

const json = (value: unknown): string => JSON.stringify(value) ?? 'nothing';

/** How one event reads as a line of proof. The texts of a history are masked already. */
export function proofLine(event: HistoryEvent): Proof {
  const line = (channel: Proof['channel'], text: string): Proof => ({
    channel,
    at: event.at,
    text: clip(text),
  });
  switch (event.kind) {
    case 'request':
      return line(
        'gateway',
        `merchant → gateway: ${event.method} ${event.path} ${event.body}${signWords(event.sign)}`,
      );
    case 'cut-request':
      return line('gateway', `merchant → gateway: ${event.method} ${event.path}, did not arrive whole`);
    case 'answer':
      return event.outcome === 'answered'
        ? line('gateway', `gateway → merchant: HTTP ${event.status} ${event.body ?? ''}`)
        : line(
            'gateway',
            `gateway → merchant: no usable answer (${event.outcome}), ${DONE[String(event.committed)]}`,
          );
    case 'state':
      return line('gateway', `${event.object} ${event.id}: status ${event.from ?? 'none'} → ${event.to}`);
    case 'attempt':
      return line(
        'gateway',
        `gateway → merchant: ${event.genuine ? 'notification' : `crafted notification (${event.label ?? 'no label'})`}, attempt ${event.attempt}: ${event.body}`,
      );
    case 'reply':
      return line(
        'reply',
        event.outcome === 'replied'
          ? `merchant replied HTTP ${event.status} ${json(event.body)}`
          : `merchant gave no usable reply (${event.outcome})`,
      );
    case 'outcome':
      return line(
        'state',
        event.status === 'ok'
          ? `merchant says: ${json(event.value)}`
          : `merchant's answer: ${event.status} ${json(event.error ?? null)}`,
      );
    case 'call':
      return line('state', `asked of the merchant: ${event.name} ${json(event.input)}`);
    case 'clock':
      return line('gateway', `clock: ${event.from} → ${event.to}`);
    case 'payer':
      return line('gateway', `payer of ${event.paymentId}: ${event.action}`);
    case 'fault':
      return line('gateway', `fault ${event.fault} ${event.action}: ${event.effect}`);
    case 'merchant':
      return line('log', `merchant process: ${event.action}`);
    case 'check':
      return line('state', `check ${event.id}: ${event.phase}`);
    case 'run-info':
      return line('state', 'what the run is about');
    case 'run-problem':
      return line('state', 'what went wrong outside of any check');
    case 'check-record':
      return line('state', 'what the check came to');
    case 'run':
      return line('gateway', `recording of ${event.version}, seed ${event.seed}`);
  }
}

/** What is said behind a request about its signature; nothing of one that is right. */
export function signWords(
  sign:
    | {
        readonly ok: boolean;
        readonly sent: string | null;
        readonly expectedText: string;
        readonly recipe: { readonly says: string } | null;
      }
    | null
    | undefined,
): string {
  if (sign === null || sign === undefined || sign.ok) return '';
  const cause = sign.recipe === null ? '' : ` (${sign.recipe.says})`;
  return ` · signature wrong${cause}: the string to sign is ${sign.expectedText}, sent was ${sign.sent ?? 'none'}`;
}
