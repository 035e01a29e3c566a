import { join } from 'node:path';
import { defineConfig, type LaunchOptions } from '@playwright/test';
import { chosenFromEnv, configFromEnv, sessionFromEnv, workersOf } from './fixtures/session.ts';
import { selectionFromEnv } from './history/run-env.ts';
import { BROWSER_REMEDY, findBrowser, tryBrowser } from './scripts/browser.mjs';
import { chromiumOptions } from './suite/browser.ts';

const { env } = process;
/** Source, or compiled as in the published package. */
const extension = import.meta.url.endsWith('.js') ? 'js' : 'ts';
/** Workers read this file too; what it costs is paid by the runner alone. */
const isRunner = env.TEST_WORKER_INDEX === undefined;
const session = sessionFromEnv(env);
const merchant = isRunner ? await configFromEnv(env) : undefined;

/** The titles of the chosen checks, properties and journeys; undefined when all are. */
function chosenTitles(): RegExp | undefined {
  const selection = selectionFromEnv(env);
  if (selection === null || (selection.only.length === 0 && selection.capabilities.length === 0)) {
    return undefined;
  }
  const ids = chosenFromEnv(env).map(({ id }) => id.replace(/\./g, '\\.'));
  return new RegExp(`(^|\\s)(${ids.join('|')}): `);
}

/** Debian's Chromium needs to be told. Why there is none, the set-up of the run says. */
async function launchOptions(): Promise<LaunchOptions> {
  return chromiumOptions(await findBrowser().catch(() => undefined));
}

const grep = chosenTitles();

/**
 * The suite as Playwright runs it. By itself it certifies the bundled reference shop; the environment
 * variables of history/run-env.ts name another merchant, a seed, a selection and where reports go.
 */
export default defineConfig({
  testDir: 'specs',
  outputDir: join(session.runDir, 'playwright'),
  metadata:
    merchant === undefined
      ? {}
      : {
          noBrowser: (await tryBrowser()).why,
          browserRemedy: BROWSER_REMEDY,
          claimed: merchant.capabilities,
        },
  globalSetup: `./fixtures/global-setup.${extension}`,
  projects: [
    { name: 'conformance', testDir: 'specs/conformance' },
    { name: 'properties', testDir: 'specs/properties' },
    { name: 'journeys', testDir: 'specs/journeys' },
  ],
  testMatch: `**/*.spec.${extension}`,
  fullyParallel: true,
  forbidOnly: env.CI !== undefined,
  retries: 0,
  timeout: 180_000,
  workers: merchant === undefined ? 1 : workersOf(merchant, env),
  // Ours comes last: when the run has ended it masks secrets in what the others wrote.
  reporter: [
    ['allure-playwright', { resultsDir: join(session.outDir, 'allure-results'), detail: false }],
    [`./reports/reporter/playwright-reporter.${extension}`],
  ],
  ...(grep === undefined ? {} : { grep }),
  use: { launchOptions: await launchOptions() },
});
