import { report } from '../../fixtures/report-check.ts';
import { test } from '../../fixtures/test.ts';
import { annotationsOf } from '../../history/test-annotations.ts';
import { conformance } from '../../scenarios/index.ts';
import { runCheck } from '../../suite/engine/index.ts';

function declare(check: (typeof conformance)[number]): void {
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
      await report(info, record, slot);
    },
  );
}

const isOfPages = ({ meta }: (typeof conformance)[number]): boolean => meta.capabilities.includes('checkout');

// One worker after another would start a browser of its own for them, which costs more than they do.
test.describe(() => {
  test.describe.configure({ mode: 'default' });
  for (const check of conformance.filter(isOfPages)) declare(check);
});
// Where requests are not signed rightly, nothing else works: that is told before a run is stopped for it.
const isOfSigning = ({ meta }: (typeof conformance)[number]): boolean => meta.id.startsWith('sign.');
const others = conformance.filter((check) => !isOfPages(check));
for (const check of others.filter(isOfSigning)) declare(check);
for (const check of others) if (!isOfSigning(check)) declare(check);
