import type { VNode } from 'preact';
import { html } from '../html.ts';
import type { Result } from '../result.ts';
import { duration } from '../wording.ts';
import { Facts } from './parts.ts';

/** What the merchant went through in a storm, how its endpoint did, and what became of the money. */
export function Storm({ result: { storm } }: { result: Result }): VNode | null {
  if (storm === undefined) return null;
  const { notifications: endpoint, money } = storm;
  const { p50, p90, p99, max } = endpoint.latencyMs;
  const { gatewayDifferences: differences } = money;
  return html`<section><h2>The storm</h2>
    <${Facts} entries=${[
      [
        'At once',
        `${storm.orders} orders (${storm.holds} held, ${storm.refunds} refunds) and ${storm.payouts} payouts in ${duration(storm.stormMs)}`,
      ],
      ['What went wrong', `${storm.faultsBitten} faults, ${storm.restarts} kills of the merchant`],
      ['Unknown outcomes', `${storm.unknownOutcomes} calls; they count against nobody`],
      ['Afterwards', `${duration(storm.quietMs)} of quiet, then the laws over ${storm.events} events`],
      [
        'Notification endpoint',
        `${endpoint.replied} replies to ${endpoint.sent} notifications, ${endpoint.perSecond} a second`,
      ],
      [
        'Its latency',
        `half within ${p50} ms, 90 % within ${p90} ms, 99 % within ${p99} ms, at most ${max} ms`,
      ],
    ]} />
    <div class="scroll"><table>
      <thead><tr><th scope="col">Money</th><th scope="col">At the gateway</th><th scope="col">At the merchant</th></tr></thead>
      <tbody>
        <tr><td>Paid in</td><td>${money.paidAtGateway}</td><td>${money.credited}</td></tr>
        <tr><td>Given back</td><td>${money.refundedAtGateway}</td><td>${money.refunded}</td></tr>
        <tr><td>Paid out</td><td>${money.paidOutAtGateway}</td><td>${money.debited}</td></tr>
      </tbody></table></div>
    ${differences.length > 0 && html`<ul>${differences.map((text) => html`<li>${text}</li>`)}</ul>`}
  </section>`;
}
