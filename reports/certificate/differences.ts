/** So many are named; the others are counted. */
const MOST = 12;
/** So much of a value is shown. */
const MOST_CHARACTERS = 120;

/** Where a result is another one than follows from the histories, each in a sentence. */
export function differences(said: unknown, follows: unknown): string[] {
  const all = [...between('', said, follows)].sort((a, b) => rank(a) - rank(b));
  const more = all.length - MOST;
  return [
    ...all.slice(0, MOST),
    ...(more > 0 ? [`${more} more fields of the result do not follow from the histories.`] : []),
  ];
}

/** Outcomes say most, and those of requirements follow from them. */
const rank = (text: string): number =>
  /^(verdict|headline|(checks|properties|laws) \S+\.outcome):/.test(text)
    ? 0
    : text.startsWith('requirements ')
      ? 2
      : 1;

type Members = Readonly<Record<string, unknown>>;

function* between(path: string, said: unknown, follows: unknown): Generator<string> {
  if (Array.isArray(said) && Array.isArray(follows)) yield* betweenLists(path, said, follows);
  else if (isObject(said) && isObject(follows)) yield* betweenMembers(path, said, follows);
  else if (!Object.is(said, follows)) yield sentence(path, said, follows);
}

function* betweenMembers(path: string, said: Members, follows: Members): Generator<string> {
  for (const key of new Set([...Object.keys(said), ...Object.keys(follows)]))
    yield* between(path === '' ? key : `${path}.${key}`, said[key], follows[key]);
}

/** Members of a list are told by their ids, where all have one and none twice, and else by their places. */
function* betweenLists(
  path: string,
  said: readonly unknown[],
  follows: readonly unknown[],
): Generator<string> {
  const [there, due] = [byId(said), byId(follows)];
  if (there === undefined || due === undefined) {
    if (said.length !== follows.length) yield sentence(`${path}.length`, said.length, follows.length);
    for (const [at, each] of follows.entries())
      if (at < said.length) yield* between(`${path}[${at}]`, said[at], each);
    return;
  }
  for (const id of new Set([...there.keys(), ...due.keys()]))
    yield* between(`${path} ${id}`, there.get(id), due.get(id));
  if ([...there.keys()].join() !== [...due.keys()].join()) yield `${path} are in another order.`;
}

function byId(items: readonly unknown[]): ReadonlyMap<string, unknown> | undefined {
  const ids = items.flatMap((item) => (isObject(item) && typeof item.id === 'string' ? [item.id] : []));
  return ids.length > 0 && ids.length === items.length && new Set(ids).size === ids.length
    ? new Map(ids.map((id, at) => [id, items[at]]))
    : undefined;
}

const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null;

const sentence = (path: string, said: unknown, follows: unknown): string =>
  `${path}: the result says ${shown(said)}, and ${shown(follows)} follows from the histories.`;

function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
}
