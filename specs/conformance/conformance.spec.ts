import { runCheck } from '../../fixtures/engine/index.ts';
import { report } from '../../fixtures/report-check.ts';
import { test } from '../../fixtures/test.ts';
import { annotationsOf } from '../../history/test-annotations.ts';
import { conformance } from './index.ts';

for (const check of conformance) {
  const { id, title } = check.meta;
  test(
    `${id}: ${title}`,
    { annotation: annotationsOf(check.meta) },
    async ({ slot, preflight, run }, info) => {
      await report(info, await runCheck(check, slot, { preflight, reproduce: run.reproduce(id) }));
    },
  );
}
