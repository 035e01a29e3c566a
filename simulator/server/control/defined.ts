/** The members that have a value: an optional member that is undefined counts as left out. */
export type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Leaves out what is undefined. */
export function defined<T extends object>(value: T): Defined<T> {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Defined<T>;
}
