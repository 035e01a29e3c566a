// Requests a second as bars, one group an operation. Plain SVG that reads on light and on dark.
import { operations } from '../lib/requests.mjs';

const width = 860;
const left = 230;
const barHeight = 15;
const gap = 5;
const groupGap = 46;

const inXml = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const whole = (value) => Math.round(value).toLocaleString('en');

export function chart(raw) {
  const results = raw.requests?.results ?? [];
  const ours = new Set(raw.targets.filter((each) => each.ours).map(({ id }) => id));
  const nameOf = new Map(raw.targets.map(({ id, name }) => [id, name]));
  const most = Math.max(1, ...results.map(({ perSecond }) => perSecond));
  const room = width - left - 90;
  const lines = [];
  let y = 14;
  for (const operation of operations) {
    const rows = results.filter((row) => row.operation === operation);
    y += 22;
    lines.push(`<text class="head" x="12" y="${y}">${operation}, requests a second</text>`);
    y += 10;
    for (const { id, perSecond } of rows) {
      const length = Math.max(1, (perSecond / most) * room);
      const middle = y + barHeight - 4;
      lines.push(
        `<text x="${left - 8}" y="${middle}" text-anchor="end">${inXml(nameOf.get(id) ?? id)}</text>`,
        `<rect class="${ours.has(id) ? 'ours' : 'peer'}" x="${left}" y="${y}" width="${length.toFixed(1)}" height="${barHeight}" rx="2"/>`,
        `<text x="${(left + length + 6).toFixed(1)}" y="${middle}">${whole(perSecond)}</text>`,
      );
      y += barHeight + gap;
    }
    y += groupGap - 32;
  }
  const height = y + 10;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="t">
<title id="t">Requests a second on three operations, gatecheck beside its peers</title>
<style>
  text { font: 12px system-ui, sans-serif; fill: #57606a; }
  .head { font-weight: 600; font-size: 13px; }
  .ours { fill: #0f7b5f; }
  .peer { fill: #9aa4ae; }
  @media (prefers-color-scheme: dark) { text { fill: #adbac7; } .ours { fill: #3fb68b; } .peer { fill: #56606b; } }
</style>
${lines.join('\n')}
</svg>
`;
}
