import type { Verdict } from '../simulator/protocol/verdicts.ts';
import type { WireObject, WireValue } from '../simulator/protocol/wire.ts';

/** What a row may need to know of the shop that is told. */
export interface ShopFacts {
  readonly shopId: number;
  readonly secret: string;
}

/** What a row changes in a genuine notification; what is left out stays as it is. */
export type Flaw =
  /** The sign is put in this place of the right digest; undefined leaves it out. */
  | { readonly kind: 'sign'; readonly sign: (digest: string) => WireValue | undefined }
  /** It is signed with another secret, after `set` replaced fields (undefined removes one). */
  | {
      readonly kind: 'secret';
      readonly secret: (shop: ShopFacts) => string;
      readonly set?: Readonly<Record<string, WireValue | undefined>>;
    }
  /** The digest is calculated otherwise: over the text to sign, which has no secret yet, or over the body without sign. */
  | {
      readonly kind: 'recipe';
      readonly digest: (text: string, secret: string, body: WireObject) => string;
    }
  /** The sign is wrong or missing, and headers name the gateway as the sender. */
  | {
      readonly kind: 'sender';
      readonly headers: Readonly<Record<string, string>>;
      readonly sign: (digest: string) => WireValue | undefined;
    };

/** One thing that the suite can say to a merchant as the gateway, beside what the gateway says itself. */
export interface Row {
  /** Never changes its meaning: the first words name its group. */
  readonly id: string;
  /** What it changes, as it is told in reports and in the history. */
  readonly says: string;
  /** What a merchant must do with it. */
  readonly verdict: Verdict;
  /** Ids of the requirements that decide about it. */
  readonly requirements: readonly string[];
  /** The format in which alone it can be written; either when left out. */
  readonly format?: 'json';
  readonly flaw: Flaw;
}
