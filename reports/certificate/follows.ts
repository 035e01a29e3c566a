import { isChosen } from '../../history/selection.ts';
import { frozenSet, frozenSetDigest, frozenSetVersions } from '../../ledger/index.ts';
import { requirementSetDigest } from '../../scenarios/index.ts';
import { asWritten, reportFiles } from '../render/write.ts';
import type { Result } from '../result.ts';
import { suiteCatalogue } from '../suite-catalogue.ts';
import { suiteVersion } from '../suite-version.ts';
import { judge } from '../verdict.ts';
import { differences } from './differences.ts';
import { NotOneRun, type RunHistory, readHistories } from './read-histories.ts';
import { unlikeAttempts } from './rejudge.ts';
import { type About, type CertifiedFile, MOST_DAYS, RESULT_FILE } from './statement.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * Judges the histories of a run again, and compares: the result must be the one that follows from them in every field,
 * and the pages must be those that this version writes of it.
 *
 * @param result what `result.json` says
 * @param reports the files of the reports, `result.json` among them
 * @param about what the certificate says beside the result
 * @returns what does not follow, each in a sentence
 */
export function notFromHistories(
  result: Result,
  reports: readonly CertifiedFile[],
  histories: readonly CertifiedFile[],
  about: Omit<About, 'build'>,
): string[] {
  const unknown = unknownHere(result);
  if (unknown !== undefined) return [unknown];
  try {
    const history = readHistories(histories);
    return [
      ...unlikeHistory(result, reports, history),
      ...unlikeTimes(result, history),
      ...unlikeAbout(about, history),
    ];
  } catch (error) {
    if (error instanceof NotOneRun) return [error.message];
    throw error;
  }
}

/** Why this version cannot tell what follows; undefined where it can. */
function unknownHere({ suite: { version, set, requirements } }: Result): string | undefined {
  const here = suiteVersion();
  if (version !== here)
    return `It says that it was made by gatecheck ${version}, and this is ${here}, which may judge otherwise: it cannot be compared here. Verify it with gatecheck ${version}.`;
  const versions = frozenSetVersions();
  if (!versions.includes(set.version))
    return `It was judged by requirements ${set.version}, which this version of gatecheck does not have (${versions.join(', ')}): nobody can tell whether it is complete.`;
  const known = frozenSetDigest(frozenSet(set.version));
  if (set.digest !== known)
    return `It was judged by requirements ${set.version} with the digest ${set.digest}; here they have ${known}.`;
  const worded = requirementSetDigest();
  return requirements === worded
    ? undefined
    : `It says that its requirements, checks and rules have the digest ${requirements}, and here they have ${worded}: it cannot be compared here.`;
}

function unlikeHistory(result: Result, reports: readonly CertifiedFile[], history: RunHistory): string[] {
  const { info, suite, concluded, problems } = history;
  if (info.requirements !== result.suite.set.version)
    return [
      `It says requirements ${result.suite.set.version}, and the run was judged by ${info.requirements}.`,
    ];
  const catalogue = suiteCatalogue(info.requirements);
  const { requirements: _, properties, driver: __, ...described } = info;
  const follows = judge(
    {
      info: { ...described, outDir: '', workers: 1, secrets: [] },
      records: concluded.map(({ record }) => record),
      chosen: [...catalogue.checks, ...(properties ? catalogue.properties : [])]
        .filter((each) => isChosen(each, info.selection))
        .map(({ id }) => id),
      problems,
      durationMs: result.durationMs,
      suiteVersion: suite,
    },
    catalogue,
  );
  const expected = asWritten(withPictures(follows, result));
  const unlike = differences(result, JSON.parse(JSON.stringify(expected)));
  if (unlike.length > 0) return unlike;
  const unfounded = unlikeAttempts(concluded, info, catalogue);
  if (unfounded.length > 0) return unfounded;
  return Object.entries(reportFiles(expected, catalogue)).flatMap(([name, text]) => {
    const found = reports.find((file) => file.name === name);
    if (found === undefined) return [`${name} is not part of the certificate.`];
    return found.content.equals(Buffer.from(text))
      ? []
      : [`${name} is not what gatecheck ${suite} writes of this ${name === RESULT_FILE ? 'run' : 'result'}.`];
  });
}

/** Pictures of the browser lie beside the reports and are not certified, and neither is which of them there are. */
function withPictures(follows: Result, { checks }: Result): Result {
  const pictures = new Map(checks.map(({ id, files }) => [id, files]));
  return {
    ...follows,
    checks: follows.checks.map((check) => {
      const files = pictures.get(check.id);
      return files === undefined ? check : { ...check, files };
    }),
  };
}

/** No history says how long the reports took: the run lasted about as long as its histories. */
function unlikeTimes({ startedAt, durationMs }: Result, { end }: RunHistory): string[] {
  const took = end - Date.parse(startedAt);
  return Math.abs(took - durationMs) <= MINUTE_MS
    ? []
    : [`It says that the run took ${durationMs} ms, and its histories end after ${took} ms.`];
}

function unlikeAbout({ driver, expires }: Omit<About, 'build'>, { info, end }: RunHistory): string[] {
  // It is signed when the run has ended, and not at the same instant.
  const latest = end + (MOST_DAYS + 1) * DAY_MS;
  return [
    ...(driver === info.driver ? [] : [`It says interface ${driver}, and the run used ${info.driver}.`]),
    ...(Date.parse(expires) <= latest
      ? []
      : [`It expires at ${expires}: a certificate holds ${MOST_DAYS} days at most.`]),
  ];
}
