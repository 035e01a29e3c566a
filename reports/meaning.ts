import { strictFailures } from './decide.ts';
import { several, tallyOf } from './headline.ts';
import type { Result, WaiverResult } from './result.ts';
import { waivable } from './waivers.ts';
import { firstOf, unseenIn } from './wording.ts';

/** What the headline means, in sentences for somebody who was not there. */
export function meaningOf(result: Result): string {
  return [
    shownWords(result),
    warningWords(result),
    waiverWords(result),
    // What a run did not reach matters where it has reached something.
    ...(tallyOf(result).concluded === 0 ? [] : [scopeWords(result), currencyWords(result)]),
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

/** What was shown of what must hold. */
function shownWords(result: Result): string {
  const { failed, propertiesBroken, lawsBroken, concluded, all, warnings } = tallyOf(result);
  switch (result.verdict) {
    case 'certified':
      return concluded === all && warnings === 0
        ? 'Every check and every law that must hold has passed.'
        : 'Every must that applies to the claimed capabilities holds.';
    case 'certified-with-waivers':
      return 'Every must that applies to the claimed capabilities holds, except those that could not be observed and were waived.';
    case 'not-certified':
      return failed + propertiesBroken + lawsBroken > 0
        ? 'At least one must does not hold.'
        : 'No must was seen to fail.';
    case 'partial':
      return 'Only some checks were chosen. This says nothing about the others.';
    case 'inconclusive':
      return 'No must was seen to fail, but not every must could be shown to hold.';
  }
}

function warningWords(result: Result): string {
  const { warnings } = tallyOf(result);
  if (warnings === 0) return '';
  const strict = strictFailures(result);
  const what = `${several(warnings, 'warning')}: a should that does not hold, or a must that holds with a remark.`;
  if (strict.length > 0) {
    return `The run is strict (--strict), and ${several(strict.length, 'warning fails', 'warnings fail')} it: ${firstOf(strict)}.`;
  }
  return result.strict === true
    ? `${what} They belong to rules newer than requirements ${result.suite.set.version}, which fail no run, not even a strict one.`
    : what;
}

function waiverWords(result: Result): string {
  const ofState = (state: WaiverResult['state']): string[] =>
    result.waivers.filter((waiver) => waiver.state === state).map(({ check }) => check);
  const [tooMany, merchant, worked] = [ofState('too-many'), ofState('merchant'), ofState('control-worked')];
  const { most, musts } = waivable(result.checks);
  return [
    tooMany.length === 0
      ? ''
      : `${several(tooMany.length, 'waiver')} for ${musts} checks that must pass: a certificate allows ${most}. Do not claim what cannot be shown.`,
    merchant.length === 0
      ? ''
      : `Not waived, because the merchant itself made it unobservable: ${firstOf(merchant)}.`,
    worked.length === 0
      ? ''
      : `Not waived, because the same flow without the stimulus could be observed: ${firstOf(worked)}.`,
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

/** What the verdict says nothing about. */
function scopeWords({ verdict, summary, checks }: Result): string {
  const left = summary['not-claimed'] + summary['not-applicable'];
  if (verdict === 'partial' || left === 0) return '';
  const unseen = unseenIn({ checks }).length;
  return `${left} of ${checks.length} checks are not claimed or do not apply: the verdict says nothing about them.${
    unseen === 0 ? '' : ` In ${unseen} of these the suite did not see what the check is about.`
  }`;
}

/** Which data the run did not have. */
function currencyWords({ verdict, scope }: Result): string {
  if (verdict === 'partial' || scope.onlyCurrency === undefined) return '';
  return `The profile names one currency (${scope.onlyCurrency}): that the shop tells currencies apart, and their fractional digits, was not tried. Name every currency that it sells in (profile.currencies).`;
}
