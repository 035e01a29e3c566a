import { consoleFacts } from '../console/facts.ts';
import { consoleFiles, consoleHeaders } from '../console/files.ts';
import type { Runtime } from '../runtime.ts';
import type { ControlApp } from './control-app.ts';

/** The console: a page on the control port, with the files that it consists of. */
export function addConsoleRoutes(app: ControlApp, runtime: Runtime): void {
  for (const [path, { type, body }] of consoleFiles()) {
    app.get(path, () => new Response(body, { headers: { ...consoleHeaders, 'content-type': type } }));
  }
  app.get('/console/facts', (context) => context.json(consoleFacts(runtime)));
}
