import {
  invoiceNotificationFields,
  refundNotificationFields,
} from '../../simulator/protocol/notifications.ts';
import { resolveReadings } from '../../simulator/protocol/readings.ts';
import { attemptAt } from '../../simulator/protocol/retry-schedule.ts';
import { table } from './markdown.ts';
import { type Generator, readProjectFile } from './page.ts';

/** Puts a generated text between the marks of that name; everything else stays. */
export function replaceBlock(page: string, name: string, text: string): string {
  const begin = `<!-- generated: ${name} -->\n`;
  const start = page.indexOf(begin);
  const end = page.indexOf('<!-- /generated -->', start);
  if (start < 0 || end < 0) throw new Error(`the page has no place for "${name}"`);
  return `${page.slice(0, start + begin.length)}${text}\n${page.slice(end)}`;
}

const code = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

function fields(): string {
  const spec = resolveReadings('spec');
  return table(
    ['type', 'fields'],
    [
      ['`invoice`', code([...invoiceNotificationFields(spec), 'sign'])],
      ['`refund`', code([...refundNotificationFields(spec), 'sign'])],
    ],
  );
}

function duration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const parts = [
    [Math.floor(seconds / 3600), 'h'],
    [Math.floor((seconds % 3600) / 60), 'min'],
    [seconds % 60, 's'],
  ] as const;
  const used = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}`);
  return used.length === 0 ? '0' : used.join(' ');
}

function schedule(): string {
  const spec = resolveReadings('spec');
  const rows: string[][] = [];
  for (let attempt = 1; ; attempt += 1) {
    const at = attemptAt(0, attempt, spec);
    if (at === undefined) break;
    const before = attemptAt(0, attempt - 1, spec) ?? 0;
    rows.push([String(attempt), duration(at), attempt === 1 ? '' : duration(at - before)]);
  }
  return table(['attempt', 'after the first', 'since the one before'], rows);
}

/** The page about notifications: written by hand, but for the lists that the simulator's tables have. */
export const generateNotifications: Generator = async () => {
  const path = 'docs/notifications.md';
  const page = await readProjectFile(path);
  const text = replaceBlock(replaceBlock(page, 'fields', fields()), 'schedule', schedule());
  return [{ path, text }];
};
