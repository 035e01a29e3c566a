import type { Result } from '../result.ts';
import { type CertificateStatement, RENDERINGS } from './statement.ts';

type Entry = Pick<Result['checks'][number], 'id' | 'outcome'>;

/** Sums, histories and files that a whole run has, and this one does not. Each in a sentence. */
export function incomplete(result: Result, statement: CertificateStatement): string[] {
  const names = new Set(statement.subject.map(({ name }) => name));
  return [
    ...RENDERINGS.filter((name) => !names.has(name)).map((name) => `${name} is not part of the certificate.`),
    ...repeated(result),
    ...wrongSums(result),
    ...emptyHistories(statement),
  ];
}

function repeated({ checks, laws }: Result): string[] {
  return [checks, laws].flatMap((entries: readonly Entry[]) => {
    const seen = new Set<string>();
    return entries.flatMap(({ id }) => (seen.size === seen.add(id).size ? [`${id} is there twice.`] : []));
  });
}

/** The summary counts the checks. */
function wrongSums({ checks, summary }: Result): string[] {
  return Object.entries(summary).flatMap(([outcome, said]) => {
    const counted = checks.filter((check) => check.outcome === outcome).length;
    return counted === said ? [] : [`The summary says ${said} times ${outcome}; ${counted} checks are.`];
  });
}

/** A check that passed left what was seen of it. */
function emptyHistories({ predicate }: CertificateStatement): string[] {
  const { history } = predicate.gatecheck;
  if (history.length === 0) return ['There is no history: nothing shows what was tested.'];
  return history.flatMap(({ name, lines }) => (lines === 0 ? [`${name} is empty.`] : []));
}

/** The checks, laws and levels of a frozen set. */
export interface SetContent {
  readonly version: string;
  readonly checks: Readonly<Record<string, string>>;
  readonly laws: Readonly<Record<string, string>>;
}

/** Every check and law of the set must be in the result, as binding as it was frozen; nothing may be added to the set. */
export function unlikeSet(result: Result, set: SetContent): string[] {
  const announced = new Set(result.announced ?? []);
  return (['checks', 'laws'] as const).flatMap((kind) => {
    const found = new Map(result[kind].map(({ id, level }) => [id, level]));
    const missing = Object.entries(set[kind]).flatMap(([id, level]) => {
      const is = found.get(id);
      if (is === undefined) return [`${id} of requirements ${set.version} is missing.`];
      return is === level
        ? []
        : [`${id} is a ${level} in requirements ${set.version}, and the result says ${is}.`];
    });
    const added = [...found.keys()].filter((id) => set[kind][id] === undefined && !announced.has(id));
    return [...missing, ...added.map((id) => `${id} is not in requirements ${set.version}.`)];
  });
}

/** A capability that was claimed cannot have left every check that is about it alone as not claimed. */
export function falseClaims(
  result: Result,
  known: readonly { readonly id: string; readonly capabilities: readonly string[] }[],
): string[] {
  const outcomes = new Map(result.checks.map(({ id, outcome }) => [id, outcome]));
  return result.scope.claimed.flatMap((claim) => {
    // A check that is newer than the set need not be there.
    const own = known.flatMap(({ id, capabilities: [first, ...others] }) =>
      first === claim && others.length === 0 ? (outcomes.get(id) ?? []) : [],
    );
    const isLeftOut = own.length > 0 && own.every((outcome) => outcome === 'not-claimed');
    return isLeftOut ? [`${claim} is claimed, and all of its checks count as not claimed.`] : [];
  });
}
