import type { Need } from '../../../scripts/machine.mjs';
import type { Certified, Seen } from './certified.ts';
import type { Stranger } from './shops.ts';

/** What became of a shop. */
export interface Outcome {
  readonly shop: Stranger;
  readonly seed: number;
  readonly seconds: number;
  /** Undefined where the certification ended without a result. */
  readonly certified: Certified | undefined;
  /** What the command printed, or why it could not be run. */
  readonly output: string;
  /** Whether only one check was made: then there is no certificate. */
  readonly isPart: boolean;
}

/** Warnings without a reason; a rule that was broken only where the check's own warning has one needs none. */
function unexplained({ shop, certified }: Outcome): readonly Seen[] {
  const isExplained = (id: string): boolean => Object.hasOwn(shop.explained, id);
  return (certified?.warned ?? []).filter(
    ({ id, checks }) => !isExplained(id) && !(checks.length > 0 && checks.every(isExplained)),
  );
}

/** Whether the suite certified the shop, left nothing undecided, and warned of nothing that is not explained. */
export function isGood(outcome: Outcome): boolean {
  const { certified, isPart } = outcome;
  if (certified?.verdict !== (isPart ? 'partial' : 'certified')) return false;
  const bad = [certified.failed, certified.undecided, certified.problems, unexplained(outcome)];
  return bad.every((each) => each.length === 0);
}

const counted = (parts: readonly (readonly [count: number, words: string])[]): string =>
  parts.flatMap(([count, words]) => (count > 0 ? [`${count} ${words}`] : [])).join(', ');

/** The line that certifies a shop again, or makes one check of it again. */
const again = ({ shop, seed }: Outcome, check?: string): string =>
  `npm run strangers -- --only ${shop.name}${check === undefined ? '' : ` --check ${check}`} --seed ${seed}`;

/** What is said of a shop: one line, and of one that is not good all that went wrong and how it is repeated. */
export function linesOf(outcome: Outcome): readonly string[] {
  const { shop, seconds, certified, output } = outcome;
  const good = isGood(outcome);
  const warned = certified?.warned.length ?? 0;
  const unknown = unexplained(outcome);
  const counts = counted([
    [certified?.failed.length ?? 0, 'failed'],
    [certified?.undecided.length ?? 0, 'undecided'],
    [unknown.length, 'warned without an explanation'],
    [warned - unknown.length, 'warned as explained'],
  ]);
  const verdict = certified?.verdict ?? 'no verdict';
  const head = `${good ? 'ok  ' : 'FAIL'}  ${shop.name}: ${verdict} in ${Math.round(seconds)} s${counts === '' ? '' : `; ${counts}`}`;
  if (good) return [head];
  const seen = (word: string, list: readonly Seen[]): readonly string[] =>
    list.flatMap(({ id, says, checks: [check] }) => [
      `${word} ${id}: ${says}`,
      `  again: ${again(outcome, check)}`,
    ]);
  return [
    head,
    ...[
      ...(shop.combines.length > 0 ? [`combines ${shop.combines.join(', ')}`] : []),
      ...(certified?.problems ?? []).map((problem) => `problem: ${problem}`),
      ...seen('failed', certified?.failed ?? []),
      ...seen('undecided', certified?.undecided ?? []),
      ...seen('warned', unknown),
      `the whole certification again: ${again(outcome)}`,
      ...output.trim().split('\n'),
    ].map((line) => `      ${line}`),
  ];
}

/** The shops that can be certified on a machine that lacks this, and a line for each of the others. */
export function sorted(
  shops: readonly Stranger[],
  missing: readonly Need[],
): { readonly able: readonly Stranger[]; readonly leftOut: readonly string[] } {
  const lacking = ({ needs }: Stranger): readonly Need[] => needs.filter((need) => missing.includes(need));
  return {
    able: shops.filter((shop) => lacking(shop).length === 0),
    leftOut: shops
      .filter((shop) => lacking(shop).length > 0)
      .map((shop) => `left out: ${shop.name}. This machine lacks ${lacking(shop).join(', ')}.`),
  };
}
