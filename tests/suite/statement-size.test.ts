import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Outcome } from '../../history/outcome.ts';
import type { CheckRecord, Proof } from '../../history/record.ts';
import { html } from '../../reports/html.ts';
import type { Result } from '../../reports/result.ts';
import { bytesOf, fitted, type Piece, planned, type Step } from '../../reports/statement/budget.ts';
import { renderStatement } from '../../reports/statement/statement.ts';
import { suiteCatalogue } from '../../reports/suite-catalogue.ts';
import { judge } from '../../reports/verdict.ts';
import { evidence, law, runInfo } from './reports-samples.ts';

const catalogue = suiteCatalogue();

/** Of two characters of it, one takes six bytes on a page, and one three. */
const long = (characters: number): string => '"€'.repeat(characters / 2);

const LINES = 24;

const proofOf = (characters: number): Proof[] =>
  Array.from({ length: LINES }, (_, index) => ({
    channel: 'state',
    at: `2026-03-01T10:00:${index + 10}.123Z`,
    text: `merchant says: ${JSON.stringify({ order_id: 'order-1', credited: String(index), text: long(characters) })}`,
  }));

/** Every check, law and property of the suite with one outcome, and every text of others of this length. */
function resultOf(outcome: Outcome, characters: number): Result {
  const passed = outcome === 'pass';
  const proof = proofOf(characters);
  const broken = outcome === 'fail' ? catalogue.laws.map(({ id }) => law(id, 'fail', { proof })) : [];
  const records = [...catalogue.checks, ...catalogue.properties].map(
    ({ id, title, requirements }, index): CheckRecord => ({
      ...{ id, title, level: 'must', requirements: [...requirements], outcome, expected: 'as told' },
      ...{ durationMs: 1, attempts: 1, readings: {}, slot: 0, reproduce: `gatecheck certify --only ${id}` },
      ...{ proof: passed ? [] : proof, laws: index === 0 ? broken : [] },
      actual: passed ? '' : `credited was wrong at ${index}: ${long(characters)}`,
      ...(passed ? {} : { note: `${index} ${long(characters)}` }),
    }),
  );
  const text = long(characters);
  const waivers = records.map(({ id }) => ({ check: id, reason: text, owner: text, expiry: '2026-12-31' }));
  const problem = { kind: 'harness-failed', message: text } as const;
  return judge(
    evidence(records, {
      chosen: catalogue.checks.map(({ id }) => id),
      info: {
        ...runInfo,
        claimed: [...new Set(catalogue.checks.flatMap(({ capabilities }) => capabilities))],
        merchant: { name: text, version: text },
        waivers: passed ? [] : waivers,
      },
      problems: passed ? [] : Array.from({ length: 50 }, () => problem),
    }),
    catalogue,
  );
}

describe('the size of a statement', () => {
  const rows = [
    ...(['fail', 'warn', 'inconclusive', 'setup-failed', 'not-run'] as const).flatMap((outcome) =>
      [0, 300].map((characters) => [outcome, characters] as const),
    ),
    ['fail', 6_000] as const,
  ];
  for (const [outcome, characters] of rows) {
    it(`is below 200 kB where all is ${outcome}, with texts of ${characters} characters`, () => {
      const page = renderStatement(resultOf(outcome, characters), catalogue);
      const bytes = Buffer.byteLength(page);
      assert.ok(bytes < 200_000, `${bytes} bytes`);
      assert.match(page, /<footer>.*<\/html>\n$/s);
    });
  }

  it('names each failure, and where the proofs are that it has no room for', () => {
    const result = resultOf('fail', 2_000);
    const page = renderStatement(result, catalogue);
    const tried = result.requirements.filter(({ checks }) => checks.length > 0);
    for (const anchor of [
      ...catalogue.checks.map(({ id }) => `check-${id}`),
      ...catalogue.laws.map(({ id }) => `law-${id}`),
      ...tried.map(({ id }) => `requirement-${id}`),
    ])
      assert.ok(page.includes(`id="${anchor}"`), anchor);
    assert.match(
      page,
      /\d+ stand here in a line alone, .*: <code>result\.json<\/code> has the proof, and <code>gatecheck certify --only/,
    );
  });

  it('tells the first failure with all its lines before it tells more than a line of the others', () => {
    const [, first = '', ...others] = renderStatement(resultOf('fail', 300), catalogue).split(
      '<ol class="exchange',
    );
    const linesIn = (part: string): number => (part.split('</ol>')[0] ?? '').split('<li').length - 1;
    assert.equal(linesIn(first), LINES);
    for (const other of others) assert.ok(linesIn(other) < LINES);
  });

  it('leaves nothing out of a run in which all passed', () => {
    const page = renderStatement(resultOf('pass', 0), catalogue);
    assert.doesNotMatch(page, /in a line alone|stands in <code>result\.json/);
  });
});

describe('a proof in a statement', () => {
  const told = (texts: readonly string[]): string => {
    const [check] = catalogue.checks;
    const proof = texts.map(
      (text) => ({ channel: 'gateway', at: '2026-03-01T10:00:00.000Z', text }) as const,
    );
    const record: CheckRecord = {
      ...{ id: check?.id ?? '', title: 'a check', level: 'must', requirements: [], outcome: 'fail' },
      ...{ expected: 'as told', actual: 'The amount was wrong.', proof, durationMs: 1, attempts: 1 },
      ...{ laws: [], readings: {}, slot: 0, reproduce: 'gatecheck certify' },
    };
    const page = renderStatement(judge(evidence([record]), catalogue), catalogue);
    return /<ol class="exchange.*?<\/ol>/s.exec(page)?.[0].replace(/<[^>]+>/g, '') ?? '';
  };
  const message = (attempt: number, more: object): string =>
    `notification, attempt ${attempt}: ${JSON.stringify({ shop_id: 5, status: 4, payment_id: 17, amount: '10.50', currency: 643, ...more })}`;

  it('counts the values of a message that is repeated, and tells those that changed and those that decide', () => {
    const text = told([message(1, { payway: 'card' }), message(2, { payway: 'bank' })]);
    assert.equal(text.split('shop_id').length - 1, 1);
    assert.match(text, /attempt 2:.*amount &quot;10\.50&quot;.*payway bank.*4 values as before/);
  });

  it('tells a message whole that lacks what the one before it had, or names a field twice', () => {
    const twice = message(2, {}).replace('"status":4', '"status":4,"status":3');
    for (const [first, second] of [
      [message(1, { payway: 'card' }), message(2, {})],
      [message(1, {}), twice],
    ] as const) {
      const text = told([first, second]);
      assert.equal(text.split('shop_id').length - 1, 2);
      assert.doesNotMatch(text, /as before/);
    }
  });
});

describe('what is told on a page', () => {
  const pieceOf = (sizes: readonly number[]): Piece => ({
    forms: sizes.map((size) => () => html`<p>${'x'.repeat(size)}</p>`),
  });
  const sizeOf = (piece: Piece, form: number): number => bytesOf(piece.forms[form]?.() ?? null);

  it('never takes more than the room that there is', () => {
    const sizes = fc.array(fc.tuple(fc.nat(500), fc.nat(500), fc.nat(2000)), { maxLength: 20 });
    fc.assert(
      fc.property(sizes, fc.nat(5000), (all, room) => {
        const pieces = all.map(pieceOf);
        const steps = [1, 2].flatMap((form) => pieces.map((piece): Step => [piece, form]));
        const plan = planned(steps, room);
        const more = pieces.map((piece) => sizeOf(piece, plan(piece)) - sizeOf(piece, 0));
        assert.ok(more.reduce((sum, bytes) => sum + bytes, 0) <= room);
      }),
    );
  });

  it('is less where the words around it are more than they were in short', () => {
    const pieces = Array.from({ length: 300 }, () => pieceOf([0, 700]));
    const page = fitted(
      (plan) => {
        const told = pieces.filter((piece) => plan(piece) > 0);
        return 'x'.repeat(told.length * (sizeOf(pieces[0] as Piece, 1) + 40));
      },
      pieces.map((piece): Step => [piece, 1]),
    );
    assert.ok(page.length < 200_000 && page.length > 190_000, `${page.length} bytes`);
  });

  it('goes by the order of the steps: what comes first is told first', () => {
    const [one, two, small] = [pieceOf([0, 100]), pieceOf([0, 100]), pieceOf([0, 10])];
    const steps: Step[] = [
      [two, 1],
      [one, 1],
      [small, 1],
    ];
    const plan = planned(steps, 150);
    assert.deepEqual([plan(one), plan(two), plan(small)], [0, 1, 1]);
  });
});
