/** `gatecheck docs`: the documentation of this version as a site with a search, served here or written into a folder. */
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, extname, join, resolve } from 'node:path';
import { Command } from '@commander-js/extra-typings';
import { INDEX, packageFolder, placeOf } from './docs/pages.ts';
import { type Site, siteOf } from './docs/site.ts';
import { usageError } from './support/exit.ts';
import { integer } from './support/parse.ts';
import { takeSignals } from './support/signals.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

export function command() {
  return new Command('docs')
    .description(
      'Serves the documentation of this version, with a search, or writes it as a site into a folder. Nothing is fetched from elsewhere.',
    )
    .option('--port <number>', 'port to serve it on; 0 takes a free one', integer(0, 65_535), 8042)
    .option('--out <dir>', 'write the site into this folder instead of serving it')
    .action(async ({ port, out }) => {
      const site = siteOf(packageFolder());
      if (out === undefined) return serve(site, port);
      write(site, resolve(out));
      process.stdout.write(`${join(out, placeOf(INDEX))}: ${site.size} files, for any web server.\n`);
    });
}

function write(site: Site, folder: string): void {
  for (const [path, body] of site) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), body);
  }
}

/** Until it is interrupted. */
async function serve(site: Site, port: number): Promise<void> {
  const server = createServer((request, response) => {
    // No name of the site needs decoding, and of what anybody may ask for nothing has to be understood.
    const [path = ''] = (request.url ?? '/').slice(1).split(/[?#]/);
    const name = path === '' || path.endsWith('/') ? `${path}index.html` : path;
    const body = site.get(name);
    if (body === undefined)
      response.writeHead(404, { 'content-type': 'text/plain' }).end(`No page ${name}\n`);
    else
      response
        .writeHead(200, { 'content-type': TYPES[extname(name)] ?? 'text/plain; charset=utf-8' })
        .end(body);
  });
  const failed = once(server, 'error').then(([error]) => {
    throw usageError(
      `port ${port} cannot be used: ${(error as Error).message}.`,
      'Give another --port, or 0 for a free one.',
    );
  });
  server.listen(port, '127.0.0.1');
  await Promise.race([once(server, 'listening'), failed]);
  process.stdout.write(
    `The documentation: http://127.0.0.1:${(server.address() as AddressInfo).port}/${placeOf(INDEX)}\nCtrl-C ends it.\n`,
  );
  takeSignals(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server, 'close');
}
