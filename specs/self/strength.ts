/**
 * Measures the suite: every faulty shop against the check that must catch it, every unusual but right shop
 * and the null shops against all of them. Prints the kill table; `--write` puts it into docs/strength.md.
 */
import { parseArgs } from 'node:util';
import { compileShop } from './strength/compile-shop.ts';
import { measure } from './strength/measure.ts';
import { writePage } from './strength/page.ts';
import { printResults } from './strength/print.ts';
import type { Kind } from './strength/shop-result.ts';

const { values } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    only: { type: 'string' },
    kind: { type: 'string' },
    sample: { type: 'string' },
    jobs: { type: 'string', default: '6' },
    seed: { type: 'string', default: '1' },
    write: { type: 'boolean', default: false },
  },
});

const kinds: readonly Kind[] = ['faulty', 'stacked', 'unusual', 'null'];

function kindOf(text: string | undefined): Kind | undefined {
  const kind = kinds.find((each) => each === text);
  if (kind !== undefined || text === undefined) return kind;
  process.stderr.write(`--kind ${text}: expected one of ${kinds.join(', ')}.\n`);
  process.exit(2);
}

const begun = performance.now();
const shop = await compileShop();
const results = await measure({
  full: values.full,
  only: values.only,
  kind: kindOf(values.kind),
  ...(values.sample === undefined ? {} : { sample: Number(values.sample) }),
  jobs: Number(values.jobs),
  seed: Number(values.seed),
  main: shop.main,
  progress: (line) => process.stdout.write(`${line}\n`),
}).finally(shop.discard);
const seconds = (performance.now() - begun) / 1000;
process.exitCode = printResults(results) ? 0 : 1;
process.stdout.write(`${Math.round(seconds)} s\n`);
if (values.write) await writePage({ results, full: values.full, seed: Number(values.seed), seconds });
