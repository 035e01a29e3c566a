// The pure parts read no clock, no chance and no environment: those are injected. This finds where they do.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

export const pureFolders = [
  'simulator/protocol',
  'simulator/core',
  'simulator/faults',
  'history',
  'messages',
  'obligations',
];

const rules = [
  {
    what: 'reads the clock',
    pattern: /\bDate\.now\b|\bperformance\.now\b|\bnew Date\(\s*\)|(?<!new )\bDate\(\s*\)|\bhrtime\b/,
  },
  {
    what: 'reads chance',
    pattern: /\bMath\.random\b|\brandom(?:UUID|Bytes|Int|FillSync)\b|\bgetRandomValues\b/,
  },
  { what: 'reads the environment', pattern: /\bprocess\.(?:env|argv|cwd|platform)\b/ },
  { what: 'starts a timer', pattern: /\bset(?:Timeout|Interval|Immediate)\b/ },
  { what: 'does input or output', pattern: /\bfetch\(|\bconsole\.|\bprocess\.std(?:out|err|in)\b/ },
];

/**
 * Every place where a pure part is not pure. Comments and texts are not looked at.
 *
 * @param {string} [folder] the project's folder
 * @returns {{ file: string, line: number, what: string, code: string }[]}
 */
export function impurities(folder = root) {
  return pureFolders
    .flatMap((part) => sources(join(folder, part)))
    .flatMap((file) => {
      const lines = bare(readFileSync(file, 'utf8')).split('\n');
      return lines.flatMap((code, at) =>
        rules
          .filter(({ pattern }) => pattern.test(code))
          .map(({ what }) => ({ file: relative(folder, file), line: at + 1, what, code: code.trim() })),
      );
    });
}

function sources(folder) {
  try {
    return readdirSync(folder, { recursive: true })
      .filter((name) => /\.[cm]?[jt]s$/.test(name))
      .map((name) => join(folder, name))
      .sort();
  } catch {
    return [];
  }
}

/** The code without comments and texts, with its lines where they were. */
function bare(code) {
  const skipped = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g;
  return code.replace(skipped, (text) => text.replaceAll(/[^\n]/g, ' '));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = impurities(process.argv[2]);
  for (const { file, line, what, code } of found) process.stdout.write(`${file}:${line} ${what}: ${code}\n`);
  process.exitCode = found.length === 0 ? 0 : 1;
}
