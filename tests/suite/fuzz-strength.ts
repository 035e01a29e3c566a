/**
 * Measures the fuzzer: the faulty shops whose fault lies in notifications, requests, ordering, idempotency,
 * concurrency, payouts and refunds must be found at every seed; right shops must not. `--write` puts the
 * result into docs/catalogue/fuzz-strength.md. `--only TEXT`, `--kind KIND` and `--seeds N` make it shorter; `--known
 * FILE` keeps what was measured there, and goes on where it stood; with `--known-only` it is told, and nothing measured.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { KnownResults } from './fuzz/known.ts';
import { type FuzzResult, measureFuzz } from './fuzz/measure.ts';
import { fuzzPage } from './fuzz/page.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    kind: { type: 'string' },
    seeds: { type: 'string', default: '10' },
    first: { type: 'string', default: '1' },
    lanes: { type: 'string', default: '3' },
    known: { type: 'string' },
    'known-only': { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});

const known = new KnownResults(values.known);
const all: readonly FuzzResult[] = await measureFuzz({
  shop: values.only,
  kind: values.kind,
  seeds: Array.from({ length: Number(values.seeds) }, (_, index) => Number(values.first) + index),
  lanes: Number(values.lanes),
  known,
  knownOnly: values['known-only'],
  progress: (line) => process.stdout.write(`${line}\n`),
});
const results = all.filter((result) => result.seeds.length > 0);
const failed = results.filter((result) => !result.ok);
process.stdout.write(`${results.length - failed.length} of ${results.length} as intended\n`);
if (values.write) {
  writeFileSync(
    new URL('../../docs/catalogue/fuzz-strength.md', import.meta.url),
    fuzzPage(results, known.takenOver > 0),
  );
}
process.exitCode = failed.length === 0 && results.length > 0 ? 0 : 1;
