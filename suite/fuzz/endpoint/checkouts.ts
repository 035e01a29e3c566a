import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { InvoiceView } from '../../../simulator/index.ts';
import type { GatewayClient } from '../../gateway-client/index.ts';
import { RecipeFailure, type Steps } from '../../recipes/index.ts';
import type { EndpointOrder } from '../endpoint-target.ts';
import { TargetError } from '../target.ts';
import { stepsHere } from './steps-here.ts';

const orderOf = ({
  shopOrderId,
  paymentId,
  amount,
  currency,
  payway,
  description,
  payerPrice,
}: InvoiceView): EndpointOrder => ({
  shop_order_id: shopOrderId,
  payment_id: String(paymentId),
  amount,
  currency,
  payway,
  description,
  payer_price: payerPrice,
});

interface CheckoutOptions {
  readonly gateway: GatewayClient;
  /** Makes one checkout; null where a person does. */
  readonly command: string | null;
  /** How long one may take, until its request has reached the gateway. */
  readonly timeoutMs: number;
  /** So many checkouts at most. */
  readonly most: number;
  /** What the gateway saw last, in lines, where no order came of it. */
  readonly seen: () => readonly string[];
}

const WAIT_MS = 50;

/** The orders of a shop as they reach the gateway: each has one checkout, made by a command or by a person. */
export class Checkouts {
  readonly #options: CheckoutOptions;
  readonly #steps: Steps;
  readonly #oneByOne = pLimit(1);
  #revision = 0;
  #made = 0;
  readonly #waiting: InvoiceView[] = [];

  constructor(options: CheckoutOptions) {
    this.#options = options;
    this.#steps = stepsHere(options.timeoutMs);
  }

  /** Keeps the invoices that a person has made since this was asked last; how many. */
  async take(): Promise<number> {
    const fresh = await this.#arrived();
    this.#waiting.push(...fresh);
    return fresh.length;
  }

  async #arrived(): Promise<readonly InvoiceView[]> {
    const fresh = await this.#options.gateway.invoices({ since: this.#revision });
    const open = fresh.filter(({ status }) => status === 1 || status === 2);
    this.#revision = Math.max(this.#revision, ...fresh.map(({ revision }) => revision));
    return open;
  }

  /**
   * Makes one checkout and gives its order; undefined when there have been enough of them.
   *
   * @throws {TargetError} when the command fails, or no invoice comes of it
   */
  next(): Promise<EndpointOrder | undefined> {
    return this.#oneByOne(async () => {
      const invoice = this.#waiting.shift() ?? (await this.#checkout());
      return invoice === undefined ? undefined : orderOf(invoice);
    });
  }

  async #checkout(): Promise<InvoiceView | undefined> {
    const { command, timeoutMs, most } = this.#options;
    if (command === null || this.#made >= most) return undefined;
    this.#made += 1;
    await this.#run(command);
    const until = performance.now() + timeoutMs;
    for (;;) {
      const [invoice, ...more] = await this.#arrived();
      this.#waiting.push(...more);
      if (invoice !== undefined) return invoice;
      if (performance.now() >= until) return this.#nothingCame();
      await sleep(WAIT_MS);
    }
  }

  async #run(command: string): Promise<void> {
    try {
      const signal = AbortSignal.timeout(this.#options.timeoutMs);
      await this.#steps.run({ recipe: { command, amounts: 'major' }, given: {}, signal });
    } catch (error) {
      if (!(error instanceof RecipeFailure)) throw error;
      // The command may have a session of somebody in it, so that it is not repeated here.
      const why = error.message
        .replace(/^\([^)]*\) /, '')
        .replace('interface.timeout', `${this.#options.timeoutMs / 1000} s`);
      throw new TargetError(
        `The command of --checkout ${why}.`,
        'Run it by hand: does it make an order in the shop?',
        {
          cause: error,
        },
      );
    }
  }

  #nothingCame(): never {
    const seen = this.#options.seen();
    const which = this.#made > 1 ? ` number ${this.#made}` : '';
    throw new TargetError(
      `No invoice came of the checkout${which}. ${seen.length === 0 ? 'No request reached the gateway.' : `The gateway saw: ${seen.slice(-3).join(' | ')}.`}`,
      this.#made > 1
        ? 'Does the shop give the same order again? The checkout has to make a new one each time: begin it with what fills the cart.'
        : 'Is the shop pointed at the address above, with this shop id and secret? Does the command do all that happens until the payer is sent on?',
    );
  }

  close(): Promise<void> {
    return this.#steps.close();
  }
}
