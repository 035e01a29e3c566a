import type { Project } from './project.ts';

const CODE = /\.(?:[cm]?[jt]sx?|php|py|rb|go|java|kt)$/;

const ENVIRONMENT =
  /(?:process\.env\.|process\.env\[['"]|environ(?:\.get)?[([]['"]|getenv\(['"]|(?<![\w.])env\(['"]|ENV(?:\.fetch)?[([]['"]|_ENV\[['"]|os\.Getenv\("|System\.getenv\("|setting\(['"]|\$\{)([A-Z][A-Z0-9_]{1,60})/g;

/** A destructured environment: `const { PORT, PAY_URL = '…' } = process.env`. */
const DESTRUCTURED = /\{([^{}]*)\}\s*=\s*process\.env\b/g;

/** The files of a project that are code. */
export const codeOf = (project: Project): [path: string, text: string][] =>
  [...project].filter(([path]) => CODE.test(path));

/** Names of the environment that a project reads, with the file that each is in. */
export function environmentNames(project: Project): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const add = (name: string | undefined, path: string): void => {
    if (name !== undefined && !names.has(name)) names.set(name, path);
  };
  for (const [path, text] of project) {
    if (/(?:^|\/)\.env/.test(path))
      for (const [, name] of text.matchAll(/^[ \t]*(?:export[ \t]+)?([A-Z][A-Z0-9_]{0,60})[ \t]*=/gm))
        add(name, path);
  }
  for (const [path, text] of codeOf(project)) {
    for (const [, name] of text.matchAll(ENVIRONMENT)) add(name, path);
    for (const [, list = ''] of text.matchAll(DESTRUCTURED))
      for (const [, name] of list.matchAll(/(?:^|,)\s*([A-Z][A-Z0-9_]{0,60})/g)) add(name, path);
  }
  return names;
}

/** What a shop has to be told, each with how its name in the environment usually looks, the surest first. */
const TOLD = {
  gateway: [/^(?:PAY|GATEWAY|PSP|PAYMENT)\w*(?:URL|BASE|ENDPOINT|HOST|API)$/, /(?:GATEWAY|PAYMENT)\w*$/],
  secret: [
    /^(?:SHOP|PAY|GATEWAY|PAYMENT|MERCHANT|PSP)\w*(?:SECRET|KEY)\w*$/,
    /(?:PAY|GATEWAY|SHOP)\w*(?:PASSWORD|TOKEN)$/,
  ],
  shopId: [/^(?:PAY\w*_|GATEWAY_|PAYMENT_)?(?:SHOP|MERCHANT|PROJECT)_?ID$/],
  self: [
    /^(?:NOTIFY|CALLBACK)\w*(?:URL|BASE)$/,
    /^(?:SELF|APP|PUBLIC|SITE|BASE|SHOP|ROOT)(?:_BASE)?_?(?:URL|HOST|ORIGIN)?$/,
  ],
  database: [/^(?:DATABASE_URL|DB_URL|DB_DATABASE|DB_FILE|DB_PATH|SQLITE\w*|DB|DATABASE|\w+_DB)$/],
  port: [/^(?:\w+_)?PORT$/],
} as const;

export type ToldThing = keyof typeof TOLD;

/** By which name of the environment a shop is told each thing, as far as it can be guessed. */
export function toldNames(names: Iterable<string>): Readonly<Partial<Record<ToldThing, string>>> {
  const left = new Set(names);
  const found: Partial<Record<ToldThing, string>> = {};
  for (const thing of ['gateway', 'secret', 'shopId', 'database', 'port', 'self'] as const) {
    const name = TOLD[thing].map((pattern) => [...left].find((each) => pattern.test(each))).find(Boolean);
    if (name === undefined) continue;
    found[thing] = name;
    left.delete(name);
  }
  return found;
}

const PATH = /(['"`])(\/[\w\-/.?=&]*|[a-z][\w-]*(?:\/[\w-]+)+\/?)\1/g;

interface Place {
  readonly path: string;
  readonly file: string;
}

/** A path that the code names and that looks like this. */
function pathLike(project: Project, wanted: RegExp, unwanted: RegExp): Place | undefined {
  for (const [file, text] of codeOf(project)) {
    for (const [, , path = ''] of text.matchAll(PATH)) {
      if (!wanted.test(path) || unwanted.test(path)) continue;
      return { path: path.startsWith('/') ? path : `/${path}`, file };
    }
  }
  return undefined;
}

/** Where the code takes notifications. */
export const notifyPlace = (project: Project): Place | undefined =>
  pathLike(project, /notif|callback|webhook|\bipn\b/i, /^\.|\.(?:php|js|py|html)$|node_modules|gateway\/v1/i);

/** Where the code takes orders. */
export const checkoutPlace = (project: Project): Place | undefined =>
  pathLike(
    project,
    /^\/?(?:api\/)?(?:[\w-]+\/)?(?:checkout|orders?|buy|purchase|cart)\/?$/i,
    /notif|callback|invoice|gateway\/v1|\.(?:php|js|py|html)$/i,
  );

/** How the code reads what a checkout posts, and how it answers; null where it does not show. */
export function bodiesOf(project: Project): {
  reads: 'json' | 'form' | null;
  answers: 'json' | null;
  amount: string;
} {
  const all = codeOf(project)
    .map(([, text]) => text)
    .join('\n');
  const form = /urlencoded\(|request\.form\b|\$_POST\b|\.FormValue\(|request\.POST\b/.test(all);
  const json =
    /express\.json\(|get_json\(|request\.json\b|php:\/\/input|@Body\(|BaseModel|@RequestBody|NewDecoder/.test(
      all,
    );
  const answers =
    /jsonify\(|json_encode\(|\.json\(\{|\.json\(\w|JsonResponse|JSONResponse|render json|@RestController|NewEncoder/.test(
      all,
    );
  const amount =
    /(?:body|form|_POST|input|params|data|payload)(?:\.get)?[.([]+['"]?(amount|total|sum|price)\b/.exec(
      all,
    )?.[1];
  return {
    reads: form ? 'form' : json ? 'json' : null,
    answers: answers ? 'json' : null,
    amount: amount ?? 'amount',
  };
}
