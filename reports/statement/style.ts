/** The style sheet of the statement: two schemes by media query, and a third for paper. */
export const STYLE = `
:root { color-scheme: light dark;
  --bg: #fbfbf9; --card: #ffffff; --ink: #1c1f23; --soft: #5a6169; --line: #dfe1e4; --code: #f2f3f1;
  --good: #14683a; --good-bg: #e3f3e9; --bad: #a3171f; --bad-bg: #fbe6e6; --warn: #855200; --warn-bg: #fbf0d9;
  --open: #6a3b9c; --open-bg: #f1e9f9; --accent: #1b5fa8; }
@media (prefers-color-scheme: dark) { :root {
  --bg: #14171a; --card: #1c2024; --ink: #e6e8ea; --soft: #a3abb3; --line: #343a40; --code: #252a2f;
  --good: #7fd6a2; --good-bg: #17331f; --bad: #ff9a9a; --bad-bg: #41191b; --warn: #f2c063; --warn-bg: #3b2c10;
  --open: #cdaaf5; --open-bg: #30204a; --accent: #86bdf5; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--bg); color: var(--ink); font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
main { max-width: 62rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1, h2, h3 { line-height: 1.25; text-wrap: balance; }
h1 { margin: .15rem 0 .4rem; font-size: 1.8rem; }
h2 { margin: 2.75rem 0 .75rem; padding-bottom: .35rem; border-bottom: 1px solid var(--line); font-size: 1.3rem; }
h3 { margin: 0; font-size: 1.05rem; }
p { margin: .4rem 0; } a { color: var(--accent); }
code, .mono { font: .86em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; overflow-wrap: anywhere; }
code { background: var(--code); padding: .08em .35em; border-radius: 4px; }
.soft { color: var(--soft); } .small { font-size: .9rem; }
.banner { border: 1px solid var(--line); border-left: .5rem solid var(--tone); background: var(--tone-bg); border-radius: 8px; padding: 1.25rem 1.5rem; }
.banner .mark { color: var(--tone); font-weight: 700; letter-spacing: .06em; text-transform: uppercase; font-size: .8rem; }
.banner h1 { color: var(--tone); }
.good { --tone: var(--good); --tone-bg: var(--good-bg); } .bad { --tone: var(--bad); --tone-bg: var(--bad-bg); }
.caution { --tone: var(--warn); --tone-bg: var(--warn-bg); } .open { --tone: var(--open); --tone-bg: var(--open-bg); }
.quiet { --tone: var(--soft); --tone-bg: var(--code); }
.tag { display: inline-block; padding: .05rem .5rem; border-radius: 99px; background: var(--tone-bg); color: var(--tone); font-size: .82rem; font-weight: 600; white-space: nowrap; }
.counts { display: flex; flex-wrap: wrap; gap: .6rem; margin: 1rem 0 0; padding: 0; list-style: none; }
.counts li { min-width: 6.2rem; padding: .5rem .8rem; border: 1px solid var(--line); border-radius: 8px; background: var(--card); }
.counts b { display: block; color: var(--tone); font-size: 1.5rem; line-height: 1.2; font-variant-numeric: tabular-nums; }
.counts span { color: var(--soft); font-size: .85rem; }
dl.facts { display: grid; grid-template-columns: max-content 1fr; gap: .35rem 1.25rem; margin: 0; }
dl.facts dt { color: var(--soft); } dl.facts dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
dl.facts ul { margin: 0; padding: 0; list-style: none; display: flex; flex-wrap: wrap; gap: .15rem .4rem; }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: .92rem; }
th, td { padding: .45rem .75rem .45rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
th { color: var(--soft); font-weight: 600; font-size: .85rem; } td code { background: none; padding: 0; } td time { white-space: nowrap; } td:first-child { width: 13rem; min-width: 9rem; } td:first-child code { overflow-wrap: break-word; }
.finding { margin: 1rem 0; padding: 1.1rem 1.25rem; border: 1px solid var(--line); border-left: .3rem solid var(--tone); border-radius: 8px; background: var(--card); }
.finding header { display: flex; flex-wrap: wrap; gap: .35rem .7rem; align-items: baseline; margin-bottom: .6rem; }
.finding > summary, .also > summary { font-weight: 400; padding: 0; } .finding[open] > summary { margin-bottom: .8rem; }
.finding .what { display: block; margin: .15rem 0 0 1.1rem; overflow-wrap: anywhere; } :is(summary, .finding > p) > .what:not(.soft) { font-weight: 600; }
details:not([open]) > summary .what.soft { display: -webkit-box; -webkit-line-clamp: 2; -webkit-box-orient: vertical; overflow: hidden; }
.also { margin: .8rem 0 0; padding: .6rem 0 0; border-top: 1px solid var(--line); } .also > div { margin: .6rem 0 0 1.1rem; }
p.also { margin: .5rem 0 0; } p.also > .what, .finding > p > .what { margin-left: 0; }
mark { background: var(--warn-bg); color: inherit; border-radius: 3px; padding: 0 .1em; }
.answer h2 { margin-top: 1.5rem; } .answer p { margin: .3rem 0; }
nav ul { display: flex; flex-wrap: wrap; gap: .3rem 1.4rem; margin: 1.25rem 0 0; padding: .6rem 0; list-style: none; border-block: 1px solid var(--line); }
.filter { display: flex; gap: .3rem 1.25rem; margin: 0 0 .6rem; padding: 0; border: 0; } .filter legend { float: left; margin-right: .6rem; }
section:has(.not-passed:checked) tr.passed { display: none; }
.requirements td:first-child { width: 19rem; } .requirements summary { padding: 0; font-weight: 400; } .requirements details:not([open]) > summary { display: -webkit-box; -webkit-line-clamp: 1; -webkit-box-orient: vertical; overflow: hidden; }
.finding dl.facts { margin: .4rem 0; }
.exchange { margin: .75rem 0; padding: 0; list-style: none; border: 1px solid var(--line); border-radius: 6px; background: var(--bg); }
.exchange li { display: grid; grid-template-columns: 6.6rem 4.4rem minmax(0, 1fr); gap: .6rem; padding: .3rem .7rem; border-bottom: 1px solid var(--line); font-size: .95em; }
.exchange li:last-child { border-bottom: 0; }
.exchange .text { white-space: pre-wrap; }
.exchange time, .exchange small { color: var(--soft); font-size: 1em; }
.fields { display: block; color: var(--soft); white-space: normal; overflow-wrap: anywhere; } .fields > mark, .fields > b { margin-right: .6rem; }
.fields b { color: var(--ink); font-weight: 400; } .fields > mark b { font-weight: 700; }
.exchange .reply .text, .exchange .state .text { color: var(--accent); }
.run { display: block; padding: .5rem .75rem; border-radius: 6px; background: var(--code); }
details > summary { cursor: pointer; padding: .35rem 0; font-weight: 600; }
details.pairs { margin: .5rem 0; }
.legend { display: flex; flex-wrap: wrap; gap: .2rem 1.25rem; color: var(--soft); } .good > b, b.good, b.bad, b.quiet { color: var(--tone); }
table.matrix { width: auto; margin: .25rem 0 1rem; font-size: .82rem; }
.matrix th, .matrix td { padding: .1rem .3rem; border: 1px solid var(--line); text-align: center; vertical-align: middle; }
.matrix th { font-size: .8rem; white-space: nowrap; } .matrix th[scope="row"] { text-align: right; } .matrix thead th { vertical-align: bottom; }
.matrix thead th span { writing-mode: vertical-rl; transform: rotate(180deg); }
.matrix td { width: 1.5rem; min-width: 1.5rem; color: var(--tone); background: var(--tone-bg); } .matrix td:empty { background: var(--bg); }
footer { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line); color: var(--soft); font-size: .85rem; }
@media (max-width: 40rem) { dl.facts, .exchange li { grid-template-columns: 1fr; gap: .1rem; } dl.facts dt { margin-top: .4rem; } }
@media print {
  :root { --bg: #fff; --card: #fff; --ink: #000; --soft: #444; --line: #bbb; --code: #f3f3f3;
    --good: #14683a; --good-bg: #fff; --bad: #a3171f; --bad-bg: #fff; --warn: #855200; --warn-bg: #fff; --open: #6a3b9c; --open-bg: #fff; --accent: #000; color-scheme: light; }
  body { font-size: 10.5pt; } main { max-width: none; padding: 0; }
  nav, .filter { display: none; }
  .banner, .counts li, .exchange li, tr { break-inside: avoid; } h2, h3, .finding header { break-after: avoid; }
  details.pairs::details-content { content-visibility: visible; height: auto; } .scroll { overflow: visible; } .matrix { break-inside: avoid; }
  table { font-size: 8.5pt; } th, td { padding: .1rem .5rem .1rem 0; } .finding { margin: .5rem 0; padding: .6rem .8rem; } h2 { margin: 1.2rem 0 .4rem; }
  .tag { border: 1px solid var(--tone); } thead { display: table-header-group; }
}
`;
