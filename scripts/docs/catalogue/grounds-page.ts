import { gatewayRules, grounds, laws, properties } from '../../../ledger/index.ts';
import { checks } from '../../../scenarios/index.ts';
import { table } from '../markdown.ts';
import type { Page } from '../page.ts';
import { ruleLink } from './links.ts';

const intro = `# Grounds

For each check, property and rule: the sentence of the specification that a shop breaks when it fails, word for word, and the most different conforming shop that somebody thought of while asking *which conforming shop would fail this?* They were written by readers who did not write the checks. A recommendation that rests on no sentence says so.

If your shop conforms and fails all the same, [dispute the check](../disputes.md).`;

const quoted = (quote: string): string =>
  quote === '' ? '(no sentence: a recommendation)' : `“${quote.replaceAll('|', '·')}”`;

function groundsOf(
  title: string,
  ids: readonly { readonly id: string; readonly level: string }[],
  linkOf: (id: string) => string = ruleLink,
): string {
  const rows = ids.flatMap(({ id, level }) => {
    const ground = grounds[id];
    if (ground === undefined) return [];
    const { section, quote, conforming } = ground;
    return [[linkOf(id), level, `${section}: ${quoted(quote)}`, conforming]];
  });
  const heads = ['id', 'level', 'sentence of the specification', 'a conforming shop that passes'];
  return `## ${title}\n\n${table(heads, rows)}`;
}

const gateway = `## The gateway's side

The simulated gateway is judged in every history, too. Where a check makes it break one of these rules on purpose it declares that, and the shop gets the benefit of the doubt about that object. A breach that nothing declared is a defect of gatecheck: the check ends as \`harness-failed\`.

${table(
  ['rule', 'what a gateway does', 'sentence of the specification', 'the shop may keep either side'],
  gatewayRules.map(({ id, title, section, quote, disputes }) => [
    `\`${id}\``,
    title,
    `${section}: ${quoted(quote)}`,
    disputes ? 'yes' : 'no',
  ]),
)}`;

/** The table that says why each check may fail a shop. */
export const groundsPage = (): Page => ({
  path: 'docs/catalogue/grounds.md',
  text: `${[intro, groundsOf('Checks', checks), groundsOf('Rules', laws), groundsOf('Properties', properties, (id) => `\`${id}\``), gateway].join('\n\n')}\n`,
});
