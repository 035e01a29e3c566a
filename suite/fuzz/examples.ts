import type { Base } from '../arbitraries/index.ts';
import {
  COUNTEREXAMPLE_SCHEMA,
  type JourneyCounterexample,
  type NoticeCounterexample,
  type RequestCounterexample,
  type TargetDescription,
} from './counterexample.ts';
import { curlOf } from './curl.ts';
import type { FoundJourney } from './journeys.ts';
import type { Found } from './notifications.ts';
import type { WrongRequest } from './requests.ts';
import type { NoticeTarget } from './target.ts';

/** With what a counterexample was found. */
export interface ExampleContext {
  readonly merchant: string;
  readonly description: TargetDescription;
  readonly seed: number;
  readonly readings: Readonly<Record<string, string>>;
}

/** What every counterexample says. */
const common = (
  { merchant, description: target, seed, readings }: ExampleContext,
  { expected, actual }: { readonly expected: string; readonly actual: string },
) => ({
  schema: COUNTEREXAMPLE_SCHEMA,
  merchant,
  target,
  seed,
  readings: { ...readings },
  expected,
  actual,
  // The name of the file is known once it is written; the command line fills it in.
  reproduce: 'gatecheck replay FILE',
});

const proofLines = (proof: FoundJourney['broken']['proof']): string[] =>
  proof.map(({ channel, text }) => `  ${channel}: ${text}`);

/** A journey that broke a rule, as a counterexample. */
export const journeyExample = (
  { broken, story, steps }: FoundJourney,
  context: ExampleContext,
): JourneyCounterexample => ({
  ...common(context, broken),
  kind: 'journey',
  level: 'must',
  flaw: `${broken.rule}: ${broken.actual}`,
  story: [
    ...story,
    `Expected: ${broken.expected}`,
    `What happened: ${broken.actual}`,
    ...proofLines(broken.proof),
  ],
  steps: steps.map((step) => ({ do: step.do, with: { ...step.with } })),
  rule: broken.rule,
});

/** A wrong request, as a counterexample. */
export const requestExample = (found: WrongRequest, context: ExampleContext): RequestCounterexample => ({
  ...common(context, found),
  kind: 'request',
  level: 'must',
  flaw: found.actual,
  story: [
    `Expected (${found.rule}): ${found.expected}`,
    `What happened: ${found.actual}`,
    ...proofLines(found.proof),
  ],
  wish: found.wish,
  rule: found.rule,
});

const MOST_TEXT = 2000;

/** A finding as a counterexample: with its story, a command that sends the message, and how to run it again. */
export function noticeExample(
  { finding, repeated, says, base: ownBase }: Found,
  {
    target,
    base,
    ...context
  }: Omit<ExampleContext, 'readings'> & {
    readonly target: NoticeTarget;
    readonly base: Base;
  },
): NoticeCounterexample {
  const { sent, expectation } = finding;
  const body = sent?.message.body;
  const text = body?.toString() ?? '';
  return {
    ...common({ ...context, readings: target.readings }, finding),
    kind: 'notification',
    level: expectation.level,
    flaw: says ?? `${expectation.says}: ${finding.actual}`,
    story: [
      ...finding.trail.map(({ who, text }) => `The ${who} ${text}.`),
      `Expected: ${finding.expected}`,
      `What happened: ${finding.actual}`,
      ...(repeated
        ? []
        : ['It did not happen again when the case was run alone; it was seen while other cases ran.']),
    ],
    case: finding.testCase,
    base: ownBase ?? base,
    format: target.format,
    finding: finding.kind,
    curl: sent === null ? null : curlOf(sent.url, sent.message),
    ...(body === undefined
      ? {}
      : {
          body: body.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT)}… (${body.length} bytes)` : text,
        }),
  };
}
