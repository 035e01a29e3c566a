import type { AnswerEvent, HistoryEvent } from '../../history/index.ts';
import {
  type GatewayBreach,
  judgeGateway,
  judgeView,
  type LawVerdict,
  viewOf,
} from '../../obligations/index.ts';
import type { Slot } from '../slots/index.ts';

/** Our own gateway contradicted itself, and nothing declared it: a defect of the suite, by which nobody is judged. */
export class GatewayDefect extends Error {
  override readonly name = 'GatewayDefect';

  constructor({ rule, actual }: Pick<GatewayBreach, 'rule' | 'actual'>) {
    super(`The simulated gateway broke ${rule}, and nothing declared it: ${actual}`);
  }
}

/** What the rules say of a history of this slot, and what our own gateway did wrong in it without saying so. */
export function judgeSlot(
  events: readonly HistoryEvent[],
  { config, shop }: Pick<Slot, 'config' | 'shop'>,
  readings: Readonly<Record<string, string>>,
): {
  readonly verdicts: readonly LawVerdict[];
  readonly undeclared: GatewayBreach | undefined;
  readonly givenUp: ReadonlySet<AnswerEvent>;
} {
  const view = viewOf(events, {
    readings,
    tempo: config.tempo,
    secretMarks: [shop.secret],
    capabilities: config.capabilities,
    soleClient: true,
  });
  const breaches = judgeGateway(view);
  return {
    verdicts: judgeView(view, breaches),
    undeclared: breaches.find(({ declared }) => !declared),
    givenUp: view.givenUpAnswers,
  };
}

/**
 * What the rules say of a history of this slot.
 *
 * @throws {GatewayDefect} where our own gateway contradicted itself, and nothing declared it
 */
export function fairVerdicts(...about: Parameters<typeof judgeSlot>): readonly LawVerdict[] {
  const { verdicts, undeclared } = judgeSlot(...about);
  if (undeclared !== undefined) throw new GatewayDefect(undeclared);
  return verdicts;
}
