import type { DoctorFinding } from './finding.ts';

/** What was not tried, and because of what. */
const UNTRIED = /^Not tried, because "(?<cause>.+)" did not work\./;

/** What went wrong, without how often and where it was seen. */
const reasonOf = ({ message }: DoctorFinding): string =>
  message
    .replace(/^It gave no answer that could be used: /, '')
    .replace(/^The merchant gave no usable answer to \d+ calls? in a row: /, '')
    .replace(/\.$/, '');

function isSameReason(one: DoctorFinding, other: DoctorFinding): boolean {
  const [a, b] = [reasonOf(one), reasonOf(other)];
  return a.includes(b) || b.includes(a);
}

/** What the traffic shows is what came of a flow, where a flow did not work. */
function followsFrom(finding: DoctorFinding, cause: DoctorFinding): boolean {
  if (finding.what === 'test interface' || finding.what === 'reaches the gateway') return true;
  if (finding.what === 'can be notified') return cause.message.includes('notification');
  return isSameReason(finding, cause);
}

/**
 * The findings with each cause told once: what went wrong only because of it is named with it, and no finding by itself.
 *
 * @param seen what the traffic and the recipes showed
 * @param flows what came of the flow of each capability, in the order in which they were tried
 */
export function byCause(seen: readonly DoctorFinding[], flows: readonly DoctorFinding[]): DoctorFinding[] {
  const causes: DoctorFinding[] = [];
  const consequences = new Map<DoctorFinding, string[]>();
  const attach = (cause: DoctorFinding, { what }: DoctorFinding): void => {
    const known = consequences.get(cause) ?? [];
    if (!known.includes(what)) consequences.set(cause, [...known, what]);
  };
  const rest: DoctorFinding[] = [];
  for (const flow of flows) {
    const after = UNTRIED.exec(flow.message)?.groups?.cause;
    const cause =
      flow.state === 'ok'
        ? undefined
        : causes.find((each) =>
            after === undefined
              ? isSameReason(each, flow)
              : each.what === after || consequences.get(each)?.includes(after) === true,
          );
    if (cause !== undefined) attach(cause, flow);
    else {
      rest.push(flow);
      if (flow.state !== 'ok') causes.push(flow);
    }
  }
  const own = seen.filter((finding) => {
    const cause =
      finding.state === 'wrong'
        ? causes.find((each) => each.state === 'wrong' && followsFrom(finding, each))
        : undefined;
    if (cause !== undefined) attach(cause, finding);
    return cause === undefined;
  });
  return [...own, ...rest].map((finding) => {
    const because = consequences.get(finding);
    return because === undefined ? finding : { ...finding, consequences: because };
  });
}
