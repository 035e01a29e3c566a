import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const place = join(import.meta.dirname, '../fixtures/shops/faulty');

/**
 * A plugin for esbuild: a bundle cannot look into the folder of the faulty shops, so the list of its files takes the
 * place of the module that does.
 */
export const faultyFiles = {
  name: 'faulty files',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]faulty[\\/]files\.ts$/ }, () => {
      const names = readdirSync(join(place, 'caught-by')).sort();
      const imports = names.map((name, at) => `import { shops as s${at} } from './caught-by/${name}';`);
      const rows = names.map((name, at) => `[${JSON.stringify(name)}, s${at}]`);
      const contents = `${imports.join('\n')}\nexport const faultyFiles = [${rows.join(', ')}];`;
      return { contents, loader: 'ts', resolveDir: place };
    }),
};
