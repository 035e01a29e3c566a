import type { Finding } from './findings.ts';
import type { Result } from './result.ts';

/** What is wrong in one way: the finding that tells it best, and the others in which the same shows. */
export interface Cause {
  readonly lead: Finding;
  readonly others: readonly Finding[];
  /** Of checks that could not be shown: the law that is broken in the histories of all of them. */
  readonly law?: string;
}

/** Words in ids of checks that go further than the plain flow: who mends has the plain one to begin with. */
const VARIANTS: ReadonlySet<string> = new Set([
  ...['combination', 'compat', 'time', 'transport'],
  ...['race', 'parallel', 'restart', 'killed', 'tabs', 'lost', 'late', 'early', 'stale', 'before', 'after'],
  ...['unknown', 'odd', 'large', 'alike', 'more', 'other', 'names', 'regex', 'unicode', 'hostile', 'delayed'],
]);

/** How far the story of a check goes beyond the plain flow: 0 is plain. */
const beyondPlain = ({ id }: Finding): number => id.split(/[.-]/).filter((word) => VARIANTS.has(word)).length;

/** A law that broke in so many times the histories of the checks that failed by it is what they have in common. */
const MUCH_WIDER = 3;

type BrokenIn = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Puts findings of one outcome together that have one cause. A check belongs to the broken law that it failed by, or
 * that it is about and that broke in its history; a law that broke in the histories of one cause alone belongs to that.
 * What must be mended comes before what should, what shows in more checks before what shows in fewer, and the plain
 * before the particular.
 */
export function causesOf(findings: readonly Finding[], { laws }: Pick<Result, 'laws'>): readonly Cause[] {
  const brokenIn = new Map(laws.map(({ id, checks = [] }) => [id, new Set(checks)]));
  const broken = findings.filter(({ kind }) => kind === 'law');
  const groups = new Map<string, Finding[]>();
  const add = (group: string, finding: Finding) => groups.set(group, [...(groups.get(group) ?? []), finding]);
  for (const check of findings.filter(({ kind }) => kind !== 'law')) {
    const near = broken.filter(({ id }) => brokenIn.get(id)?.has(check.id));
    const law =
      near.find(({ title }) => title === check.expected) ?? near.find((each) => isAbout(check, each));
    add(law?.id ?? check.id, check);
  }
  const placed = [...groups].map(([id, members]) => ({
    id,
    checks: new Set(members.map((member) => member.id)),
  }));
  for (const law of broken) {
    const seenIn = brokenIn.get(law.id) ?? new Set<string>();
    const cause = groups.has(law.id)
      ? law.id
      : placed.find(({ checks }) => seenIn.size > 0 && [...seenIn].every((id) => checks.has(id)))?.id;
    add(cause ?? law.id, law);
  }
  return [...groups.values()]
    .map((members) => ({ cause: toCause(members, brokenIn), spread: spreadOf(members, brokenIn) }))
    .sort(
      (a, b) =>
        weight(a.cause.lead) - weight(b.cause.lead) ||
        b.spread - a.spread ||
        beyondPlain(a.cause.lead) - beyondPlain(b.cause.lead),
    )
    .map(({ cause }) => cause);
}

/**
 * Findings that kept several checks from being tried in the same way, each reason once, with all that it kept. Checks
 * in whose histories one law is broken have that for a reason, whatever became of each.
 */
export function alike(findings: readonly Finding[], { laws }: Pick<Result, 'laws'>): readonly Cause[] {
  const broken = laws
    .filter(({ outcome }) => outcome === 'fail')
    .toSorted((a, b) => (b.checks?.length ?? 0) - (a.checks?.length ?? 0));
  const groups = new Map<string, { readonly lead: Finding; readonly others: Finding[]; law?: string }>();
  for (const finding of findings) {
    const law = broken.find(({ checks = [] }) => checks.includes(finding.id))?.id;
    const key = JSON.stringify([
      finding.outcome,
      ...(law === undefined ? [finding.actual, finding.note] : [law]),
    ]);
    const group = groups.get(key);
    if (group !== undefined) group.others.push(finding);
    else groups.set(key, { lead: finding, others: [], ...(law === undefined ? {} : { law }) });
  }
  return [...groups.values()];
}

/** The law and the check stand on one requirement. */
const isAbout = (check: Finding, law: Finding): boolean =>
  law.requirements.some((id) => check.requirements.includes(id));

const weight = ({ level }: Finding): number => (level === 'must' ? 0 : 1);

/** In how many checks a cause shows: those that failed by it, and those in whose histories a law of it broke. */
const spreadOf = (members: readonly Finding[], brokenIn: BrokenIn): number =>
  new Set(members.flatMap(({ kind, id }) => (kind === 'law' ? [...(brokenIn.get(id) ?? [])] : [id]))).size;

/**
 * A check tells a cause better than a law, for it has a stimulus, a remedy and a line that reproduces it; but not where
 * the law broke nearly everywhere. Of several checks, the one that goes least beyond the plain flow, of the area where most
 * of them are, with the shortest id.
 */
function toCause(members: readonly Finding[], brokenIn: BrokenIn): Cause {
  const areaOf = ({ id }: Finding): string => id.split('.')[0] ?? '';
  const inArea = (area: string): number => members.filter((member) => areaOf(member) === area).length;
  const checks = members.filter(({ kind }) => kind !== 'law').length;
  const isWide = ({ kind, id }: Finding): boolean =>
    kind === 'law' && (brokenIn.get(id)?.size ?? 0) > MUCH_WIDER * checks;
  const rank = (finding: Finding): number =>
    weight(finding) * 3 + (isWide(finding) ? 0 : finding.kind === 'law' ? 2 : 1);
  const [lead, ...others] = members.toSorted(
    (a, b) =>
      rank(a) - rank(b) ||
      beyondPlain(a) - beyondPlain(b) ||
      inArea(areaOf(b)) - inArea(areaOf(a)) ||
      a.id.length - b.id.length,
  );
  if (lead === undefined) throw new Error('A cause has at least one finding.');
  return { lead, others };
}
