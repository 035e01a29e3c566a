import type { Scope } from './scope.ts';

export type Kind = 'faulty' | 'stacked' | 'unusual' | 'null';

/** What one shop's measurement found. */
export interface Finding {
  /** The checks that failed, or warn of a should; for an unusual shop every false alarm. */
  readonly caughtBy: readonly string[];
  readonly lawsBroken: readonly string[];
  /** Those that an audit of the whole certification finds broken; none is made where only some checks ran. */
  readonly audited?: readonly string[];
  /** Caught as intended, spared as it should be, or without a pass. */
  readonly ok: boolean;
  readonly why: string;
}

/** What became of one shop. */
export interface ShopResult extends Finding {
  readonly kind: Kind;
  readonly id: string;
  readonly says: string;
  /** The requirement that it breaks, or the row of the legal oddities that it shows. */
  readonly stands: string;
  /** The check that must catch it. */
  readonly intended: string | undefined;
  readonly seconds: number;
}

export interface MeasureOptions {
  readonly scope: Scope;
  /** Every faulty shop against every check; every unusual shop alone, and in combinations at twenty seeds. */
  readonly full: boolean;
  /** Only shops whose id contains this text, or one of several that commas separate. */
  readonly only: string | undefined;
  /** Only shops of these kinds. */
  readonly kinds: readonly Kind[];
  /** Whether there is a browser; without one, faulty shops that it takes to catch are left out. */
  readonly pages: boolean;
  /** So many shops of each kind, evenly chosen; all when left out. */
  readonly sample?: number;
  /** So many random combinations of unusual shops, instead of everything else. */
  readonly random?: number;
  /** Which of how many equal parts of the work is done here, counted from 0. */
  readonly part: { readonly index: number; readonly of: number };
  /** How many shops are measured at once. */
  readonly jobs: number;
  readonly seed: number;
  /** The folder in which histories are kept, to be judged again without the shops; none are when left out. */
  readonly keep?: string;
  /** The shop's main file, compiled. */
  readonly main: string;
  readonly progress: (line: string) => void;
}
