import { Badge, Code, Copy, html } from './parts.js';
import { setDrawer, state } from './store.js';

/** What became of a call, by what the shop said to it where it was asked something, and not by our own 200. */
export function outcomeOf({ ok, status, answer }) {
  if (!ok) return { tone: 'bad', says: status === 0 ? 'no answer' : `gatecheck refused it: HTTP ${status}` };
  const replies = answer?.replies ?? (answer?.reply ? [answer.reply] : []);
  const reply = replies.find((each) => !isAcceptance(each)) ?? replies[0];
  if (reply !== undefined) {
    const said =
      reply.outcome === 'replied' ? `HTTP ${reply.status} ${reply.body.slice(0, 40)}` : reply.outcome;
    return { tone: isAcceptance(reply) ? 'good' : 'bad', says: `shop: ${said}` };
  }
  if (answer && 'exchange' in answer) {
    const code = /"error_code":\s*(\d+)/.exec(answer.body)?.[1] ?? '0';
    return code === '0' && answer.status === 200
      ? { tone: 'good', says: 'the gateway accepted it' }
      : {
          tone: 'bad',
          says: answer.status === null ? 'no answer came' : `the gateway refused it: code ${code}`,
        };
  }
  return { tone: 'dim', says: typeof answer?.fired === 'number' ? `done, ${answer.fired} attempts` : 'done' };
}

/** @param {{ outcome: string, status: number | null, body: string }} reply */
export const isAcceptance = ({ outcome, status, body }) =>
  outcome === 'replied' && status === 200 && body.trim() === 'OK';

/** The call that was made last: a line at the foot, the whole of it when asked for, and nothing when closed. */
export function Drawer({ call }) {
  if (call === null) return null;
  const outcome = call.outcome && outcomeOf(call.outcome);
  return html`<footer aria-label="HTTP call">
    <div class="call">
      <p><strong>${call.label}</strong> ${outcome && html`<${Badge} tone=${outcome.tone}>${outcome.says}<//>`}
        ${call.outcome?.answer?.error && html`<span role="alert"> ${call.outcome.answer.error.message}</span>`}</p>
      <div class="buttons">
        <button aria-expanded=${String(state.drawer)} onClick=${() => setDrawer(state.drawer ? 'folded' : 'open')}>${state.drawer ? 'Hide the call' : 'Show the call'}</button>
        <${Copy} text=${call.curl}>Copy as curl<//>
        <button aria-label="Close" onClick=${() => setDrawer('gone')}>✕</button>
      </div>
    </div>
    ${
      state.drawer &&
      html`<${Code}>${call.curl}<//>
      ${state.next && state.next.curl !== call.curl && html`<p><strong>${state.next.label}</strong> would send</p><${Code}>${state.next.curl}<//>`}
      <p class="soft">Point at a button to see the call that it makes. All calls: <a href="/openapi.json">openapi.json</a>.</p>`
    }
  </footer>`;
}
