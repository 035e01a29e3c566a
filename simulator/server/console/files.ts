import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { hashSource } from '../pages/html.ts';

/** A file that the console consists of. */
export interface ConsoleFile {
  readonly type: string;
  readonly body: string;
}

const script = 'text/javascript; charset=utf-8';
const types: Readonly<Record<string, string>> = { js: script, css: 'text/css; charset=utf-8' };

/** The console's own files, beside this one. */
const own = [
  'api.js',
  'app.js',
  'chart.js',
  'craft.js',
  'drawer.js',
  'exchanges.js',
  'faults.js',
  'invoices.js',
  'list.js',
  'notifications.js',
  'parts.js',
  'payouts.js',
  'place.js',
  'refunds.js',
  'rows.js',
  'signature.js',
  'store.js',
  'style.css',
  'time.js',
];
/** What they import, from the installed packages: nothing is fetched from elsewhere. */
const libraries: Readonly<Record<string, string>> = {
  preact: 'preact.js',
  'preact/hooks': 'hooks.js',
  htm: 'htm.js',
};

const importMap = JSON.stringify({
  imports: Object.fromEntries(
    Object.entries(libraries).map(([name, file]) => [name, `/console/library/${file}`]),
  ),
});

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>gatecheck console</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/console/style.css">
<script type="importmap">${importMap}</script>
<link rel="modulepreload" href="/console/store.js">
<script type="module" src="/console/app.js"></script>
</head>
<body><noscript>The console needs JavaScript. Everything it does is in the control plane, too: <a href="/openapi.json">/openapi.json</a>.</noscript><div id="console"></div></body>
</html>
`;

/** Headers of the console's page: its own files, its own server, and the one inline list of libraries. */
export const consoleHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': [
    "default-src 'none'",
    `script-src 'self' ${hashSource(importMap)}`,
    "style-src 'self'",
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

const read = (url: string | URL): string => readFileSync(fileURLToPath(url), 'utf8');

let known: ReadonlyMap<string, ConsoleFile> | undefined;

/** Every file of the console by its path on the control port, read once. */
export function consoleFiles(): ReadonlyMap<string, ConsoleFile> {
  known ??= new Map([
    ['/', { type: 'text/html; charset=utf-8', body: page }],
    ...own.map((name): [string, ConsoleFile] => [
      `/console/${name}`,
      { type: types[name.split('.').at(-1) ?? ''] ?? script, body: read(new URL(name, import.meta.url)) },
    ]),
    ...Object.entries(libraries).map(([name, file]): [string, ConsoleFile] => [
      `/console/library/${file}`,
      { type: script, body: withoutMap(read(import.meta.resolve(name))) },
    ]),
  ]);
  return known;
}

/** Source maps of libraries are not served, so nothing should ask for them. */
function withoutMap(code: string): string {
  return code.replace(/\n\/\/# sourceMappingURL=\S*\s*$/, '\n');
}
