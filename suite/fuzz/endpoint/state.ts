import { rootCertificates } from 'node:tls';
import { type Agent, request } from 'undici';
import { isRecord } from '../../../history/fields.ts';
import type { OrderFacts } from '../../arbitraries/index.ts';
import type { Step } from '../../config/index.ts';
import { merchantAgent } from '../../merchant-agent.ts';
import { RecipeFailure, type Steps } from '../../recipes/index.ts';
import { isUntrusted } from '../../untrusted.ts';
import { type Sight, TargetError } from '../target.ts';
import { stepsHere } from './steps-here.ts';

/** Where it is read, whether an order is paid; `{shop_order_id}` and `{payment_id}` are filled in. */
export type StatePlace =
  /** An address that answers a JSON object. */
  | { readonly kind: 'url'; readonly url: string }
  /** A page, which shows this pattern when the order is paid. */
  | { readonly kind: 'page'; readonly url: string; readonly paid: RegExp }
  /** A shell command that prints a JSON object; it has SHOP_ORDER_ID and PAYMENT_ID in its environment. */
  | { readonly kind: 'command'; readonly command: string }
  /** A query that gives one row. */
  | { readonly kind: 'sql'; readonly sql: string; readonly database: string };

/** Reads the state of orders; what it holds open is closed. */
export interface StateReader {
  /**
   * What is shown of an order; undefined where nobody answers.
   *
   * @throws {TargetError} when the answer shows no state
   */
  read(facts: OrderFacts): Promise<Sight | undefined>;
  close(): Promise<void>;
}

const PAID_WORDS: ReadonlySet<string> = new Set([
  'paid',
  'success',
  'succeeded',
  'completed',
  'complete',
  'credited',
  'fulfilled',
  'partially_refunded',
  'refunded',
  '4',
]);

/** The order in an answer: the object itself, or the one inside `order` or `data`. */
function orderIn(value: unknown): Record<string, unknown> | undefined {
  if (!isRecord(value)) return undefined;
  const inner = [value.order, value.data].find(isRecord);
  return inner ?? value;
}

const truth = (paid: unknown): boolean | undefined => {
  if (typeof paid === 'boolean') return paid;
  const text = String(paid ?? '').toLowerCase();
  if (['1', 'true', 't', 'yes'].includes(text)) return true;
  return ['0', 'false', 'f', 'no'].includes(text) ? false : undefined;
};

/**
 * Reads what an endpoint shows of an order: `state` or `status` (a word, `paid` when paid), `paid` (true, false, 1, 0),
 * `credits` (how often), `credited` (the sum). One of them is enough.
 */
export function readSight(value: unknown, amount: string): Sight | undefined {
  const order = orderIn(value);
  if (order === undefined) return undefined;
  const { paid, credits, credited } = order;
  const word = order.state ?? order.status;
  const known = [paid, credits, credited, word].filter((each) => each !== undefined && each !== null);
  if (known.length === 0) return undefined;
  const sum = credited === undefined || credited === null ? null : Number(credited);
  const count = credits === undefined || credits === null ? null : Number(credits);
  const says = truth(paid ?? word) ?? PAID_WORDS.has(String(word ?? '').toLowerCase());
  const isPaid = says || (count ?? 0) > 0 || (sum ?? 0) !== 0;
  const counted = count ?? (isPaid ? 1 : 0);
  return {
    booked: isPaid,
    bookedOnce: isPaid && counted === 1 && (sum === null || sum === Number(amount)),
    review: String(word ?? '').toLowerCase() === 'review',
    words: JSON.stringify(order).slice(0, 300),
  };
}

const ABSENT: Sight = { booked: false, bookedOnce: false, review: false, words: 'not known there' };

/** The address of an order's state. */
export function stateUrlOf(template: string, facts: Pick<OrderFacts, 'shopOrderId' | 'paymentId'>): string {
  const id = encodeURIComponent(facts.shopOrderId);
  if (!/\{(shop_order_id|payment_id)\}/.test(template)) {
    return `${template}${template.includes('?') ? '&' : '?'}shop_order_id=${id}`;
  }
  return template
    .replaceAll('{shop_order_id}', id)
    .replaceAll('{payment_id}', encodeURIComponent(facts.paymentId));
}

const LOOK_TIMEOUT_MS = 10_000;
const REMEDY = 'It must answer 200 with a JSON object that has "state", "paid", "credits" or "credited".';

/** What to do about a certificate of the endpoint that is not trusted. */
export const NAME_AUTHORITY =
  'Where a test system has an authority of its own, or a certificate that it signed by itself, name the file with it (PEM) in --callback-ca.';

/** Reads states over HTTP: JSON, or a page and its pattern. */
class HttpState implements StateReader {
  readonly #place: Extract<StatePlace, { kind: 'url' | 'page' }>;
  readonly #agent: Agent;

  constructor(place: Extract<StatePlace, { kind: 'url' | 'page' }>, ca: string | undefined) {
    this.#place = place;
    this.#agent = merchantAgent({
      keepAliveTimeout: 300,
      keepAliveMaxTimeout: 300,
      ...(ca === undefined ? {} : { connect: { ca: [...rootCertificates, ca] } }),
    });
  }

  async read(facts: OrderFacts): Promise<Sight | undefined> {
    const url = stateUrlOf(this.#place.url, facts);
    const answer = await this.#get(url);
    if (answer === undefined) return undefined;
    const { status, text } = answer;
    if (status === 404) return { ...ABSENT, words: 'not known there (404)' };
    if (this.#place.kind === 'page' && status === 200) return this.#onPage(text, this.#place.paid);
    const shown = status === 200 ? this.#parsed(url, text) : undefined;
    const sight = readSight(shown, facts.amount);
    if (sight !== undefined) return sight;
    throw new TargetError(
      `--state-${this.#place.kind} ${url} answered HTTP ${status} ${text.slice(0, 200)}, which shows no state.`,
      this.#place.kind === 'page' ? 'It must answer 200 with the page of the order.' : REMEDY,
    );
  }

  #onPage(text: string, paid: RegExp): Sight {
    const found = paid.exec(text)?.[0];
    const words =
      found === undefined ? `a page without ${paid}` : `a page with ${JSON.stringify(found.slice(0, 80))}`;
    return { booked: found !== undefined, bookedOnce: found !== undefined, review: false, words };
  }

  #parsed(url: string, text: string): unknown {
    try {
      return JSON.parse(text);
    } catch (error) {
      const message = `--state-url ${url} answered something that is not valid JSON.`;
      throw new TargetError(message, 'It must answer a JSON object.', { cause: error });
    }
  }

  async #get(url: string): Promise<{ status: number; text: string } | undefined> {
    try {
      const response = await request(url, {
        dispatcher: this.#agent,
        headersTimeout: LOOK_TIMEOUT_MS,
        bodyTimeout: LOOK_TIMEOUT_MS,
      });
      return { status: response.statusCode, text: await response.body.text() };
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (!isUntrusted(code)) return undefined;
      throw new TargetError(
        `--state-${this.#place.kind} ${url} has a certificate that is not trusted here (${code}).`,
        NAME_AUTHORITY,
        { cause: error },
      );
    }
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }
}

/** What a command prints: a JSON object, or a word. */
const COMMAND_OUT = '$type(body) = "object" ? body : {"status": $trim(text)}';

/** Reads states as recipes do: with a command, or a query. */
class StepState implements StateReader {
  readonly #step: Step;
  readonly #option: string;
  readonly #steps: Steps;

  constructor(place: Extract<StatePlace, { kind: 'command' | 'sql' }>) {
    this.#option = `--state-${place.kind}`;
    this.#step =
      place.kind === 'sql'
        ? { sql: place.sql, database: place.database, amounts: 'major' }
        : { command: place.command, amounts: 'major', out: COMMAND_OUT };
    this.#steps = stepsHere(LOOK_TIMEOUT_MS);
  }

  async read({ shopOrderId, paymentId, amount, currency }: OrderFacts): Promise<Sight | undefined> {
    const given = { shop_order_id: shopOrderId, payment_id: paymentId, amount, currency };
    try {
      const signal = AbortSignal.timeout(LOOK_TIMEOUT_MS);
      const [row] = await this.#steps.run({ recipe: this.#step, given, signal, reads: true });
      const sight = readSight(row, amount);
      if (sight !== undefined) return sight;
      throw new TargetError(
        `${this.#option} gave ${JSON.stringify(row ?? null).slice(0, 200)}, which shows no state.`,
        'It must give an object or a row that has "state", "paid", "credits" or "credited".',
      );
    } catch (error) {
      if (!(error instanceof RecipeFailure)) throw error;
      if (error.status === 404) return ABSENT;
      throw new TargetError(
        `${this.#option} ${error.message}.`,
        'Try it by hand for an order that the shop knows.',
        { cause: error },
      );
    }
  }

  close(): Promise<void> {
    return this.#steps.close();
  }
}

/** Opens the place where states are read; with these certificates (PEM) beside the public authorities'. */
export const readerOf = (place: StatePlace, ca?: string): StateReader =>
  place.kind === 'url' || place.kind === 'page' ? new HttpState(place, ca) : new StepState(place);
