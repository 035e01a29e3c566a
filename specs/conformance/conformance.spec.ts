import { report } from '../../fixtures/report-check.ts';
import { test } from '../../fixtures/test.ts';
import { annotationsOf } from '../../history/test-annotations.ts';
import { conformance } from '../../scenarios/index.ts';
import { runCheck } from '../../suite/engine/index.ts';

for (const check of conformance) {
  const { id, title } = check.meta;
  test(
    `${id}: ${title}`,
    { annotation: annotationsOf(check.meta) },
    async ({ slot, preflight, run, payerBrowser }, info) => {
      const record = await runCheck(check, slot, {
        preflight,
        reproduce: run.reproduce(id),
        browser: payerBrowser,
        attach: ({ name, body, contentType }) => info.attach(name, { body, contentType }),
      });
      await report(info, record);
    },
  );
}
