import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { laws } from '../../ledger/index.ts';
import { type Audit, auditOf } from '../../reports/audit/audit.ts';
import { renderAudit } from '../../reports/audit/page.ts';
import type { Timeline } from '../../reports/audit/timelines.ts';

const at = '2026-03-01T10:00:00.000Z';
const empty = auditOf([], { file: 'h.ndjson', suite: '0', readings: {} }, laws);

/** Of two characters of it, one takes four bytes on a page, and one three. */
const long = (characters: number): string => '<€'.repeat(characters / 2);

const STORIES = 60;
const EVENTS = 30;

/** Every law broken a hundred times, in stories that all tell of it, with every text of others of this length. */
function auditWith(characters: number, recordings = 1): Audit {
  const text = long(characters);
  const seqs = Array.from({ length: EVENTS }, (_, seq) => seq);
  const story = (index: number): Timeline => ({
    ...{ kind: 'order', recording: 1, id: `order-${index}${text}`, gatewayId: text, name: text, status: '4' },
    broken: laws.map(({ id }) => ({ law: id, actual: `credited ${text}`, events: seqs })),
    events: seqs.map((seq) => ({
      ...{ seq, kind: 'merchant.sample', at, channel: 'state' as const },
      text: `merchant says: ${JSON.stringify({ order_id: 'order-1', credited: String(seq), text })}`,
    })),
    left: 3,
  });
  const seen = { invoices: 1, refunds: 0, payouts: 0, requests: 1, deliveries: 1, driver: true, others: 0 };
  return {
    ...empty,
    file: `h${text}`,
    outcome: 'broken',
    recordings: Array.from({ length: recordings }, () => ({
      ...{
        format: `HAR ${text}`,
        line: 1,
        events: EVENTS,
        from: at,
        to: at,
        torn: false,
        version: null,
        seed: 1,
      },
      ...{ seen, unseen: [`what is missing ${text}`] },
    })),
    gateway: [],
    laws: laws.map(({ id, level, title }) => ({
      ...{ id, level, title, outcome: 'fail', judged: STORIES, found: 1000 },
      violations: Array.from({ length: 100 }, (_, index) => ({
        ...{ recording: 1, key: `order-${index}`, actual: `credited ${text}`, events: seqs, proof: [] },
      })),
    })),
    timelines: Array.from({ length: STORIES }, (_, index) => story(index)),
    left: { orders: 7, payouts: 0 },
  };
}

describe('the size of the page of an audit', () => {
  for (const [characters, recordings] of [
    [0, 1],
    [300, 1],
    [6_000, 1],
    [300, 3_000],
  ] as const) {
    it(`is below 200 kB with texts of ${characters} characters and ${recordings} recordings`, () => {
      const page = renderAudit(auditWith(characters, recordings));
      const bytes = Buffer.byteLength(page);
      assert.ok(bytes < 200_000, `${bytes} bytes`);
      assert.match(page, /<footer>.*<\/html>\n$/s);
      assert.doesNotMatch(page, /<€/);
    });
  }

  it('names every broken law, and counts what it has no room for', () => {
    const page = renderAudit(auditWith(300));
    for (const { id } of laws) assert.ok(page.includes(`<code>${id}</code>`), id);
    assert.match(page, /and 999 more \(<code>audit\.json<\/code> has 100 of 1000\)/);
    const untold = STORIES - (page.split('<details class="story"').length - 1);
    assert.ok(untold > 0 && untold < STORIES);
    assert.match(page, new RegExp(`${untold + 7} orders`));
  });

  it('links to no event that is not on the page', () => {
    const page = renderAudit(auditWith(300));
    const links = [...page.matchAll(/href="#(t\d+-e\d+)"/g)].map(([, anchor]) => anchor);
    assert.ok(links.length > 0);
    for (const anchor of links) assert.ok(page.includes(`id="${anchor}"`), anchor);
  });
});
