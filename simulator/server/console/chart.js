import { day, html } from './parts.js';

const marks = [
  [0, '0'],
  [60_000, '1 min'],
  [600_000, '10 min'],
  [3_600_000, '1 h'],
  [6 * 3_600_000, '6 h'],
  [24 * 3_600_000, '24 h'],
];
const width = 600;
const left = 14;
const right = 586;
const longest = Math.log1p(86_400);

/** @param {number} ms */
const x = (ms) => left + ((right - left) * Math.log1p(Math.max(0, ms) / 1000)) / longest;

/** The attempts of one notification on a logarithmic line: made ones filled, those to come hollow. */
export function AttemptChart({ notice, plan }) {
  const first = Date.parse(notice.attempts[0]?.at ?? notice.nextAt ?? '');
  const open = notice.state === 'due' || notice.state === 'in-flight';
  const made = notice.attempts.length;
  const coming = open && notice.genuine ? (plan ?? []).slice(made) : [];
  const says = `${made} of ${plan?.length ?? 25} attempts made${notice.nextAt ? `, the next at ${day(notice.nextAt)}` : ''}`;
  return html`<figure>
    <svg viewBox="0 0 ${width} 64" class="chart" role="img" aria-label=${says}>
      <line x1=${left} x2=${right} y1="26" y2="26" class="axis" />
      ${marks.map(
        ([ms, text]) => html`<g>
          <line x1=${x(Number(ms))} x2=${x(Number(ms))} y1="12" y2="40" class="tick" />
          <text x=${x(Number(ms))} y="56" text-anchor=${ms === 0 ? 'start' : ms === 86_400_000 ? 'end' : 'middle'}>${text}</text>
        </g>`,
      )}
      ${coming.map((ms) => html`<circle cx=${x(ms)} cy="26" r="4.5" class="coming" />`)}
      ${notice.attempts.map(
        (
          attempt,
        ) => html`<circle cx=${x(Date.parse(attempt.at) - first)} cy="26" r="6" class=${attempt.reply === null ? 'flying' : attempt.reply.accepted ? 'good' : 'bad'}>
          <title>attempt ${attempt.attempt}, ${day(attempt.at)}</title>
        </circle>`,
      )}
    </svg>
    <figcaption>${says}. Time since the first attempt.</figcaption>
  </figure>`;
}

/** Requests of each of the last sixty seconds. */
export function RateChart({ rates }) {
  const most = Math.max(1, ...rates);
  const sum = rates.reduce((total, count) => total + count, 0);
  const says = `${sum} requests in the last minute, at most ${most} a second`;
  return html`<svg viewBox="0 0 120 24" class="rate" role="img" aria-label=${says}>
    <title>${says}</title>
    ${rates.map((count, index) => html`<rect x=${index * 2} width="1.5" y=${24 - (22 * count) / most - 1} height=${(22 * count) / most + 1} />`)}
  </svg>`;
}
