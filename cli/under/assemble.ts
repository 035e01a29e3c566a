import { relative } from 'node:path';
import type { Audit } from '../../reports/audit/audit.ts';
import { suiteVersion } from '../../reports/suite-version.ts';
import {
  standsAgainst,
  UNDER_SCHEMA,
  type Under,
  type UnderFinding,
  underHeadline,
} from '../../reports/under/under.ts';
import type { ResolvedConfig } from '../../suite/config/index.ts';
import { type Campaign, type Culprit, MISCHIEFS, type Mischief } from '../../suite/under/index.ts';

interface About {
  readonly config: ResolvedConfig;
  readonly given: readonly string[];
  readonly seed: number;
  readonly startedAt: Date;
  /** What was chosen. */
  readonly groups: readonly (readonly Mischief[])[];
  readonly reproduce: (mischief: readonly Mischief[]) => string;
}

/** The result of a campaign, for reports. */
export function assembled(found: Campaign, laws: Audit['laws'], about: About, outDir: string): Under {
  const { config, given, seed, startedAt } = about;
  const findings = found.culprits.map((culprit) => findingOf(culprit, about, outDir));
  const mischief = mischiefOf(found, about);
  const tests = [...found.politely].map(([name, politely]) => ({
    name,
    politely,
    redUnder: [
      ...new Set(
        findings.flatMap((each) =>
          each.kind === 'confirmed' && each.tests.some((test) => test.name === name) ? each.mischief : [],
        ),
      ),
    ],
  }));
  const outcome = outcomeOf(findings, tests, mischief);
  return {
    schema: UNDER_SCHEMA,
    tier: 'T0 traffic',
    outcome,
    headline: underHeadline({ tests, mischief, findings, outcome }),
    suite: suiteVersion(),
    merchant: { name: config.merchant.name, version: config.merchant.version },
    configuration: config.digest,
    command: [...given],
    seed,
    startedAt: startedAt.toISOString(),
    durationMs: Date.now() - startedAt.getTime(),
    tests,
    mischief,
    findings,
    laws: laws.map(({ id, level, title, outcome: of, judged, note }) => ({
      id,
      level,
      title,
      outcome: of,
      judged,
      ...(note === undefined ? {} : { note }),
    })),
    rounds: found.rounds.map(({ number, mischief: done, run }) => ({
      number,
      mischief: done.map(({ id }) => id),
      ending: run.ending,
      red: run.tests.flatMap(({ name, outcome: of }) => (of === 'failed' ? [name] : [])),
      durationMs: run.durationMs,
    })),
  };
}

function outcomeOf(
  findings: readonly UnderFinding[],
  tests: Under['tests'],
  mischief: Under['mischief'],
): Under['outcome'] {
  if (findings.some(standsAgainst)) return 'found';
  const hasOracle = tests.some(({ politely }) => politely === 'green');
  return hasOracle && mischief.some(({ tookPlace }) => tookPlace > 0) ? 'nothing-found' : 'inconclusive';
}

const WORST = ['confirmed', 'traffic', 'books', 'undecided', 'unconfirmed'] as const;
const AS = {
  confirmed: 'found',
  traffic: 'found',
  books: 'found',
  undecided: 'undecided',
  unconfirmed: 'unconfirmed',
} as const;

function mischiefOf({ rounds, culprits }: Campaign, { groups }: About): Under['mischief'] {
  const chosen = new Set(groups.flat().map(({ id }) => id));
  return MISCHIEFS.filter(({ id }) => chosen.has(id)).map((each) => {
    const { id, says, why, requirements, decides } = each;
    const counts = rounds.map(({ tookPlace }) => tookPlace.get(id) ?? 0);
    const tookPlace = Math.max(0, ...counts);
    const kinds = culprits.filter(({ mischief }) => mischief.includes(each)).map(({ kind }) => kind);
    const worst = WORST.find((kind) => kinds.includes(kind));
    const wasRun = rounds.some(({ mischief }) => mischief.includes(each));
    return {
      id,
      says,
      why,
      requirements: [...requirements],
      decides,
      tookPlace,
      outcome:
        worst !== undefined ? AS[worst] : !wasRun ? 'not-run' : tookPlace === 0 ? 'not-met' : 'harmless',
    };
  });
}

function findingOf(culprit: Culprit, { reproduce }: About, outDir: string): UnderFinding {
  const { mischief, kind, tests, laws, surplus, round } = culprit;
  const messages = new Map(round.run.tests.map(({ name, message }) => [name, message]));
  const requirements = [...mischief, ...laws].flatMap((each) => each.requirements);
  return {
    kind,
    mischief: mischief.map(({ id }) => id),
    requirements: [...new Set(requirements)],
    says: sentence(culprit),
    tests: tests.map((name) => ({ name, message: messages.get(name) ?? '' })),
    laws: laws.map(({ law, title, key, actual, proof }) => ({
      id: law,
      title,
      key,
      actual,
      proof: [...proof],
    })),
    surplus: surplus.map((each) => ({ ...each })),
    story: [...round.story],
    output: `output/round-${String(round.number).padStart(2, '0')}.log`,
    history: relative(outDir, round.historyFile),
    reproduce: reproduce(mischief),
  };
}

function sentence({ mischief, kind, tests, laws, surplus }: Culprit): string {
  const when =
    mischief.length === 0
      ? 'without any mischief'
      : `when ${mischief.map(({ says }) => says).join(', and ')}`;
  const red = tests.length === 1 ? `"${tests[0]}" turns red` : `${tests.length} tests turn red`;
  const beside = tests.length === 0 ? '' : `, and ${red}`;
  const more = surplus
    .map(({ of, now, politely }) => `${now} ${of} where there are ${politely} without it`)
    .join(', ');
  switch (kind) {
    case 'traffic':
      return `The traffic breaks ${[...new Set(laws.map(({ law }) => law))].join(', ')} ${when}${beside}.`;
    case 'books':
      return `The shop made ${more}, ${when}${beside}: each time.`;
    case 'confirmed':
      return `${red} ${when}: each time, and never without.`;
    case 'undecided':
      return more === ''
        ? `${red} ${when}, and the traffic is right: your tests may have waited too short.`
        : `The shop made ${more}, ${when}${beside}; a runner that repeats red tests makes more by itself. If yours does not, set under.repeatsRedTests to false, and this counts.`;
    case 'unconfirmed':
      return more === ''
        ? `${red} once ${when}, and not again.`
        : `The shop made ${more} once ${when}, and not again.`;
  }
}
