import type { Variables } from '../variables.ts';

/** A query as its database takes it: the values are bound, never part of the text. */
export interface Query {
  readonly text: string;
  readonly values: readonly (string | number | null)[];
}

/** A database that is read: each query in a transaction of its own that can change nothing. */
export interface Database {
  /** How a query names its n-th value, from 1. */
  readonly placeholder: (number: number) => string;
  /** Rows by the names of their columns; decimals and large integers as text. Throws what the database says. */
  query(query: Query): Promise<Variables[]>;
  close(): Promise<void>;
}

/** A text of the merchant's that cannot be read. The message says in which column, and goes on after "gave". */
export class UnreadableText extends Error {
  override readonly name = 'UnreadableText';
}

/** What an error of a database means, where it means that a recipe is wrong. */
export type Trouble = 'writes' | 'locked';
