import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecordingReader } from '../../../history/index.ts';
import { type JudgeOptions, judge, type LawVerdict } from '../../../obligations/index.ts';
import { HistoryBuilder, SECRET } from './history-builder.ts';

/** What the verdict of one law over one story must be; `settled` is a pass, or nothing to judge. */
export interface Story {
  readonly says: string;
  readonly law: string;
  readonly outcome: LawVerdict['outcome'] | 'not-failed';
  readonly tell: (h: HistoryBuilder) => void;
  readonly options?: JudgeOptions;
}

const OPTIONS: JudgeOptions = {
  tempo: { settleMs: 100, pollMs: 30_000 },
  secretMarks: [SECRET],
  soleClient: true,
};

/** The verdicts over a story, by law. */
export function verdictsOf(
  tell: (h: HistoryBuilder) => void,
  options: JudgeOptions = {},
): Map<string, LawVerdict> {
  const history = new HistoryBuilder();
  tell(history);
  const verdicts = judge(history.events, { ...OPTIONS, ...options });
  // What an audit leaves out of each event must not change what any law says.
  const reader = new RecordingReader();
  for (const event of history.events) reader.take(JSON.stringify(event));
  const [recording] = reader.end();
  const kept = judge(recording?.events ?? [], { ...OPTIONS, ...options });
  if (history.events.length > 0) assert.deepEqual(kept.map(essence), verdicts.map(essence));
  return new Map(verdicts.map((verdict) => [verdict.law, verdict]));
}

const essence = ({ law, outcome, judged, violations }: LawVerdict) => ({
  law,
  outcome,
  judged,
  violations,
});

/** Runs each story as a test. A story that a law must not fail must not be failed by any other law either. */
export function tellStories(stories: readonly Story[]): void {
  for (const story of stories) {
    test(`${story.law}: ${story.says} → ${story.outcome}`, () => {
      const verdicts = verdictsOf(story.tell, story.options);
      const verdict = verdicts.get(story.law);
      assert.ok(verdict, `no verdict of ${story.law}`);
      if (story.outcome === 'fail') {
        assert.equal(verdict.outcome, 'fail', `${story.law} did not fail: ${JSON.stringify(verdict)}`);
        const [first] = verdict.violations;
        assert.ok(first && first.actual !== '' && first.proof.length > 0 && first.events.length > 0);
        return;
      }
      if (story.outcome !== 'not-failed')
        assert.equal(verdict.outcome, story.outcome, JSON.stringify(verdict));
      const failed = [...verdicts.values()].filter((each) => each.outcome === 'fail');
      assert.deepEqual(failed, [], 'a right merchant was failed');
    });
  }
}
