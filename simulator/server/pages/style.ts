/** How the payer's pages look: one sheet, in the page itself, light and dark, from a telephone up. */
export const payerStyle = `
:root { color-scheme: light dark; --back: #eef1f6; --card: #fff; --text: #14213d; --soft: #51607a; --line: #d5dbe6; --main: #0b5cd6; --on-main: #fff; --field: #f6f8fb; --note: #fff4d6; --note-text: #6b4700; --good: #0a6b3d; --bad: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --back: #0d131f; --card: #182133; --text: #eef2fa; --soft: #a8b5cc; --line: #34415a; --main: #6ea8ff; --on-main: #08152b; --field: #101828; --note: #3a2f10; --note-text: #ffdf91; --good: #64d69c; --bad: #ff9d94; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; background: var(--back); color: var(--text); font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
.frame { max-width: 27rem; margin: 0 auto; padding: 1rem 1rem 2.5rem; }
@media (min-width: 40rem) { .frame { padding-top: 3rem; } }
.brand { display: flex; align-items: center; justify-content: space-between; gap: 1rem; margin: 0 .25rem .9rem; font-weight: 650; letter-spacing: -.01em; }
.brand span { display: flex; align-items: center; gap: .5rem; }
.brand small { font-weight: 500; color: var(--soft); }
svg { display: block; flex: none; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 1rem; overflow: hidden; box-shadow: 0 12px 32px rgb(20 33 61 / .1); }
.total { padding: 1.4rem 1.5rem 1.2rem; border-bottom: 1px solid var(--line); }
h1 { font-size: 1rem; font-weight: 600; margin: 0; color: var(--soft); }
h2 { font-size: .95rem; margin: 0 0 .6rem; }
.sum { font-size: 2.2rem; line-height: 1.2; font-weight: 680; letter-spacing: -.02em; margin: .15rem 0 .1rem; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.about { margin: 0; color: var(--soft); overflow-wrap: anywhere; }
.inner { padding: 1.2rem 1.5rem 1.5rem; }
p + dl { margin-top: .8rem; } dl { margin: 0 0 1.2rem; font-size: .92rem; } dl div { display: flex; justify-content: space-between; gap: 1.5rem; padding: .3rem 0; } dt { color: var(--soft); flex: none; } dd { margin: 0; text-align: right; min-width: 0; overflow-wrap: anywhere; }
.way { display: flex; align-items: center; gap: .8rem; padding: .8rem .9rem; border: 2px solid var(--main); border-radius: .7rem; margin-bottom: 1.1rem; }
.way strong, .way span { display: block; line-height: 1.35; overflow-wrap: anywhere; } .way span { color: var(--soft); font-size: .88rem; } .way svg { color: var(--main); }
label { display: block; font-weight: 600; font-size: .92rem; margin-bottom: .25rem; }
.field { margin-bottom: 1rem; } .hint { margin: .25rem 0 0; font-size: .85rem; color: var(--soft); overflow-wrap: anywhere; }
input { width: 100%; font: inherit; color: inherit; background: var(--field); border: 1px solid var(--soft); border-radius: .6rem; padding: .7rem .8rem; }
input:read-only { border-style: dashed; }
button, .button { display: block; width: 100%; font: inherit; font-weight: 600; text-align: center; text-decoration: none; padding: .75rem 1rem; border-radius: .6rem; border: 1px solid var(--soft); background: transparent; color: var(--text); cursor: pointer; }
button:hover, .button:hover { background: var(--field); }
button.main, .button.main { background: var(--main); border-color: var(--main); color: var(--on-main); font-size: 1.08rem; padding: .9rem 1rem; }
button.main:hover, .button.main:hover { filter: brightness(1.08); }
:focus-visible { outline: 3px solid var(--main); outline-offset: 3px; }
a { color: var(--main); }
.back { display: block; text-align: center; margin: 1rem 0 0; padding: .3rem; }
fieldset { border: 0; margin: 1.4rem 0 0; padding: 0; min-width: 0; }
legend { width: 100%; border-top: 1px solid var(--line); padding: .9rem 0 .6rem; font-weight: 650; font-size: .95rem; }
.grid { display: grid; gap: .6rem; grid-template-columns: 1fr 1fr; } .grid button { font-weight: 500; font-size: .93rem; padding: .65rem .5rem; }
@media (max-width: 22rem) { .grid { grid-template-columns: 1fr; } }
.note { background: var(--note); color: var(--note-text); padding: .7rem 1.5rem; margin: 0; font-size: .9rem; }
.outcome { display: flex; gap: .8rem; align-items: center; font-weight: 600; margin: 0 0 1.2rem; } .good { color: var(--good); } .bad { color: var(--bad); }
.foot { margin: 1rem .25rem 0; font-size: .85rem; color: var(--soft); text-align: center; }
code { overflow-wrap: anywhere; }
`;
