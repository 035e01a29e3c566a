/** How a source uses packages otherwise than by what they offer: private paths, and members put in others' places. */

/** What a package offers to be imported: whether a path below its name is public. */
export type Offers = (name: string, rest: string) => boolean;

const escaped = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&');

/** Whatever replaces modules or members, whoever's they are. */
const PATCHES: readonly RegExp[] = [
  /\brequire\.cache\b/,
  /\bcreateRequire\([^)]*\)\.cache\b/,
  /\{[^}]*\bcache\b[^}]*\}\s*=\s*(?:require\b(?!\()|createRequire\()/,
  /Module\._\w+/,
  /\bregisterHooks\s*\(/,
  /\bmock\.module\s*\(/,
  /\.prototype(?:\.\w+|\[[^\]]+\])\s*(?:[-+*/|&?]{0,2}=)(?![=>])/,
  /(?:Object|Reflect)\.(?:assign|define\w+|set\w*|deleteProperty)\(\s*[\w.]+\.prototype\b/,
  /\b(?:mock|t\.mock)\.(?:method|getter|setter)\(\s*[\w.]+\.prototype\b/,
  /\.__proto__(?:\.\w+)?\s*=(?![=>])/,
  /['"`]node_modules['"`]\s*,[^)\n]*['"`/](?:dist|src|lib|build)\b/,
  /node_modules\/(?!\.bin|\.cache)[@a-z][^'"`\s]*\/(?:dist|src|lib|build)\//,
];

/** The names under which a source knows packages or what they export. */
function importedNames(text: string, packages: readonly string[]): string[] {
  const from = `['"\`](?:${packages.map(escaped).join('|')})(?:/[^'"\`]*)?['"\`]`;
  const clauses = [
    ...text.matchAll(new RegExp(`\\bimport\\s+(?!type\\b)([\\w$*\\s{},]+?)\\s+from\\s*${from}`, 'g')),
    ...text.matchAll(
      new RegExp(
        `\\b(?:const|let|var)\\s+([\\w$]+|\\{[^}=]*\\})\\s*=\\s*(?:\\(?\\s*await\\s+)?(?:import|[\\w$]*[rR]equire)\\(\\s*${from}`,
        'g',
      ),
    ),
  ];
  return clauses.flatMap(([, clause = '']) =>
    clause
      .replaceAll(/[{}]/g, ',')
      .split(',')
      .filter((part) => !/^\s*type\s/.test(part))
      .flatMap((part) => /([\w$]+)\s*$/.exec(part)?.[1] ?? []),
  );
}

/** Changes of what a name from a package stands for. */
function patchesOf(name: string): RegExp[] {
  const own = `(?<![\\w$.])${escaped(name)}`;
  const member = `(?:\\??\\.[\\w$]+|\\[[^\\]]+\\])`;
  const cast = `\\(\\s*${escaped(name)}\\s+as\\s[^)]*\\)`;
  return [
    new RegExp(`(?:^|[;{}()])\\s*(?:${own}|${cast})${member}+\\s*(?:[-+*/|&?]{0,2}=)(?![=>])`, 'm'),
    new RegExp(`\\bdelete\\s+(?:${own}|${cast})${member}`),
    new RegExp(`(?:Object|Reflect)\\.(?:assign|define\\w+|set\\w*|deleteProperty)\\(\\s*${own}\\b`),
    new RegExp(`\\bmock\\.(?:method|getter|setter)\\(\\s*${own}\\b`),
  ];
}

const STRING = /(['"`])((?:(?!\1)[^\\\n$])+)\1/g;

/** Each place where a source reaches into a package, as it is written there. */
export function misusesIn(text: string, packages: readonly string[], offers: Offers): string[] {
  const first = (pattern: RegExp): string[] => pattern.exec(text)?.slice(0, 1) ?? [];
  const paths = [...text.matchAll(STRING)].flatMap(([, , path = '']) => {
    const name = packages.find((each) => path.startsWith(`${each}/`));
    const isPath = /^[@\w./-]+$/.test(path);
    return name === undefined || !isPath || offers(name, path.slice(name.length)) ? [] : [path];
  });
  const patches = importedNames(text, packages).flatMap((name) => patchesOf(name).flatMap(first));
  return [...paths, ...PATCHES.flatMap(first), ...patches];
}
