import { isDeepStrictEqual } from 'node:util';
import type { DoctorFinding } from './finding.ts';

/** What the traffic shows is what came of a flow, where a flow did not work. */
function followsFrom({ cause: seen }: DoctorFinding, { cause }: DoctorFinding): boolean {
  if (seen?.kind === 'call') {
    return cause?.kind === 'gateway' || (cause?.kind === 'call' && cause.call === seen.call);
  }
  return seen?.kind === 'traffic' || (seen !== undefined && isDeepStrictEqual(seen, cause));
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
    const { state, cause: why } = flow;
    const cause =
      state === 'ok' || why === undefined
        ? undefined
        : causes.find((each) =>
            why.kind === 'untried'
              ? each.what === why.capability || consequences.get(each)?.includes(why.capability) === true
              : isDeepStrictEqual(each.cause, why),
          );
    if (cause !== undefined) attach(cause, flow);
    else {
      rest.push(flow);
      if (state !== 'ok') causes.push(flow);
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
    const { cause: _, ...told } = finding;
    const because = consequences.get(finding);
    return because === undefined ? told : { ...told, consequences: because };
  });
}
