import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HistoryError } from '../../../history/index.ts';
import { RecordingReader } from '../../../history/recordings.ts';
import { chained } from '../../../simulator/protocol/chain.ts';

const stamp = (seq: number) =>
  `{"seq":${seq},"at":"2026-03-01T00:00:00.000Z","realAt":"2026-03-01T00:00:00.000Z"`;
const run =
  ',"kind":"run","schema":"gatecheck/history@1","version":"1","seed":1,"clock":"virtual","readings":{},"shops":[{"id":5}]}';

/** A journal as `simulate --journal` writes it. */
function journal(events: number): string[] {
  let link = '';
  return Array.from({ length: events }, (_, index) => {
    const rest = index === 0 ? run : `,"kind":"payer","paymentId":${index},"action":"open"}`;
    const next = chained(`${stamp(index + 1)}${rest}`, link);
    link = next.link;
    return next.line;
  });
}

function read(lines: readonly string[]): number {
  const reader = new RecordingReader();
  for (const line of lines) reader.take(line);
  return reader.end().reduce((sum, { events }) => sum + events.length, 0);
}

test('a journal that is as it was written is read, also several one after the other, and a line cut off', () => {
  const lines = journal(20);
  assert.equal(read(lines), 20);
  assert.equal(read([...lines, ...journal(5)]), 25);
  assert.equal(read([...lines.slice(0, 19), '{"seq":20,"at":"20']), 19);
});

const damages: [what: string, change: (lines: string[]) => string[], line: number, says: RegExp][] = [
  [
    'lines cut out',
    (lines) => [...lines.slice(0, 7), ...lines.slice(12)],
    8,
    /event 13 stands where event 8/,
  ],
  [
    'halves swapped',
    (lines) => [...lines.slice(10), ...lines.slice(0, 10)],
    1,
    /event 11 stands where event 1/,
  ],
  ['its beginning cut off', (lines) => lines.slice(3), 1, /event 4 stands where event 1/],
  [
    'two lines swapped',
    (lines) => lines.with(5, lines[6] ?? '').with(6, lines[5] ?? ''),
    6,
    /event 7 stands/,
  ],
  [
    'a changed amount',
    (lines) => lines.map((line) => line.replace('"paymentId":4,', '"paymentId":5,')),
    5,
    /it was changed/,
  ],
  [
    'a line without its link',
    (lines) => lines.map((line, index) => (index === 6 ? line.replace(/,"chain":"\w+"/, '') : line)),
    7,
    /it was changed/,
  ],
  [
    'a line that was put in',
    (lines) => lines.toSpliced(4, 0, lines[3] ?? ''),
    5,
    /event 4 stands where event 5/,
  ],
];
for (const [what, change, line, says] of damages) {
  test(`a journal with ${what} is named with its line`, () => {
    assert.throws(
      () => read(change(journal(20))),
      (error: unknown) => {
        assert.ok(error instanceof HistoryError);
        assert.equal(error.line, line);
        assert.match(error.message, says);
        return true;
      },
    );
  });
}
