import { html } from 'htm/preact';
import type { Catalogue } from '../catalogue.ts';
import { alike, causesOf } from '../causes.ts';
import { findingsOf } from '../findings.ts';
import { several } from '../headline.ts';
import type { Result } from '../result.ts';
import { merchantWords } from '../wording.ts';
import { Answer, Contents, type Entry } from './answer.ts';
import { Combinations } from './combinations.ts';
import { document } from './document.ts';
import { Brief, Causes } from './findings.ts';
import { Properties } from './properties.ts';
import { Banner, Laws, NotTested, Problems, Requirements, RunFacts, Scope, Waivers } from './sections.ts';
import { Storm } from './storm.ts';

/**
 * `statement.html`: one self-contained page for a reader who was not there: the verdict, its scope and
 * waivers, each failure with its proof, each requirement, and what was not tested.
 */
export function renderStatement(result: Result, catalogue: Catalogue): string {
  const findings = findingsOf(result, catalogue);
  const failed = findings.filter((finding) => finding.outcome === 'fail');
  const failures = causesOf(failed, result);
  const warnings = causesOf(
    findings.filter((finding) => finding.outcome === 'warn'),
    result,
  );
  const open = findings.filter((finding) => !['fail', 'warn', 'not-run'].includes(finding.outcome));
  const notRun = findings.filter((finding) => finding.outcome === 'not-run');
  const contents: readonly Entry[] = [
    ['failures', 'Failures', failures.length],
    ['open', 'Could not be shown', open.length],
    ['warnings', 'Warnings', warnings.length],
    ['requirements', 'Requirements', null],
    ['laws', 'Laws', null],
    ['not-tested', 'What was not tested', null],
    ['run', 'The run', null],
  ];
  const body = html`<${Banner} result=${result} />
      <${Answer} result=${result} failures=${failures} open=${open} />
      <${Contents} entries=${contents} />
      <${Waivers} result=${result} />
      <${Problems} result=${result} />
      <${Scope} result=${result} />
      <${Storm} result=${result} />
      <${Causes} id="failures" title="Failures" causes=${failures} counted=${`${several(failed.length, 'check or law', 'checks and laws')}, ${several(failures.length, 'cause')}`} firstOpen />
      <${Causes} id="open" title="Could not be shown" causes=${alike(open, result)} counted=${`(${open.length})`} />
      <${Brief} title="Not run" findings=${notRun} />
      <${Causes} id="warnings" title="Warnings" causes=${warnings} counted=${`(${warnings.length})`} />
      <${Requirements} result=${result} catalogue=${catalogue} />
      <${Laws} result=${result} catalogue=${catalogue} />
      <${Properties} result=${result} />
      <${Combinations} result=${result} />
      <${NotTested} result=${result} catalogue=${catalogue} />
      <${RunFacts} result=${result} />
      <footer>Written by gatecheck ${result.suite.version} from <code>result.json</code>, which says the same for programs. Secrets, card numbers and tokens are masked.</footer>`;
  return document({
    title: `${merchantWords(result.merchant)}: ${result.headline}`,
    suite: result.suite.version,
    body,
  });
}
