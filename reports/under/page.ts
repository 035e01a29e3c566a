import type { VNode } from 'preact';
import { html } from '../html.ts';
import { document } from '../statement/document.ts';
import { Exchange } from '../statement/exchange.ts';
import { Facts, Id, Tag } from '../statement/parts.ts';
import { merchantWords } from '../wording.ts';
import { standsAgainst, type Under, type UnderFinding } from './under.ts';
import { mischiefOutcome, UNDER_TIER_WORDS, underNotes } from './words.ts';

const TONE = { found: 'bad', 'nothing-found': 'good', inconclusive: 'open' } as const;

/** `under.html`: one self-contained page: what was found, with its story; every test, every mischief, every law. */
export function renderUnder(under: Under): string {
  const body = html`<section class=${`banner ${TONE[under.outcome]}`}>
        <div class="mark">${under.tier}: ${UNDER_TIER_WORDS}</div>
        <h1>${under.headline}</h1>
        <p><strong>${merchantWords(under.merchant)}</strong></p>
        ${underNotes(under).map((note) => html`<p>${note}</p>`)}
      </section>
      ${under.findings.length > 0 && html`<section><h2>What was found</h2>${under.findings.map((finding) => html`<${Finding} finding=${finding} />`)}</section>`}
      <section><h2>Mischief</h2><${Mischief} under=${under} /></section>
      <section><h2>Your tests</h2><${Tests} under=${under} /></section>
      <section><h2>Laws of the traffic</h2><${Laws} under=${under} /></section>
      <section><h2>The run</h2><${Facts} entries=${[
        ['Command', html`<code class="run">${under.command.join(' ')}</code>`],
        ['Seed', String(under.seed)],
        ['Begun', under.startedAt],
        ['Took', `${Math.round(under.durationMs / 1000)} s, ${under.rounds.length} rounds`],
        ['Configuration', html`<code>${under.configuration}</code>`],
      ]} /></section>
      <footer>Written by gatecheck ${under.suite} from <code>under.json</code>, which says the same for programs. Secrets, card numbers and tokens are masked.</footer>`;
  return document({
    title: `${under.merchant.name} under mischief: ${under.headline}`,
    suite: under.suite,
    body,
  });
}

function Finding({ finding }: { finding: UnderFinding }): VNode {
  const { says, mischief, tests, laws, story, requirements, reproduce, output, history } = finding;
  return html`<article class=${`finding ${standsAgainst(finding) ? 'bad' : 'open'}`}>
    <header><span class=${`tag ${standsAgainst(finding) ? 'bad' : 'open'}`}>${finding.kind}</span><h3>${says}</h3><p class="soft small">${mischief.map((id) => html`<code>${id}</code> `)}${requirements.map((id) => html`<code>${id}</code> `)}</p></header>
    ${tests.map(({ name, message }) => html`<p><strong>${name}</strong></p><pre class="mono small" style="white-space: pre-wrap">${message}</pre>`)}
    ${laws.map(({ id, title, key, actual, proof }) => html`<p><code>${id}</code> ${title}</p><p>${actual} <span class="soft small">${key}</span></p><${Exchange} proof=${proof} deciding=${actual} />`)}
    ${story.length > 0 && html`<h4>What the gateway did</h4><${Exchange} proof=${story} deciding=${says} />`}
    <p class="small"><a href=${output}>What the tests printed</a> · <a href=${history}>the history</a></p>
    <p>Again: <code class="run">${reproduce}</code></p>
  </article>`;
}

function Mischief({ under }: { under: Under }): VNode {
  return html`<div class="scroll"><table>
    <thead><tr><th scope="col">Mischief</th><th scope="col">Outcome</th><th scope="col">Done</th><th scope="col">What the gateway does, and why a right merchant does not notice</th></tr></thead>
    <tbody>${under.mischief.map(
      (each) =>
        html`<tr><td><${Id} id=${each.id} /></td><td>${mischiefOutcome(each)}</td><td>${each.tookPlace}</td><td>${each.says}. <span class="soft">${each.why}</span></td></tr>`,
    )}</tbody></table></div>`;
}

function Tests({ under }: { under: Under }): VNode {
  return html`<div class="scroll"><table>
    <thead><tr><th scope="col">Test</th><th scope="col">Politely</th><th scope="col">Red under</th></tr></thead>
    <tbody>${under.tests.map(
      (test) =>
        html`<tr><td>${test.name}</td><td>${test.politely}</td><td>${test.redUnder.map((id) => html`<code>${id}</code> `)}</td></tr>`,
    )}</tbody></table></div>`;
}

function Laws({ under }: { under: Under }): VNode {
  return html`<div class="scroll"><table>
    <thead><tr><th scope="col">Law</th><th scope="col">Level</th><th scope="col">Outcome</th><th scope="col">Judged</th><th scope="col">What always holds, and what could not be seen</th></tr></thead>
    <tbody>${under.laws.map(
      (law) =>
        html`<tr><td><${Id} id=${law.id} /></td><td>${law.level}</td><td><${Tag} outcome=${law.outcome} /></td><td>${law.judged}</td><td>${law.title} <span class="soft">${law.note ?? ''}</span></td></tr>`,
    )}</tbody></table></div>`;
}
