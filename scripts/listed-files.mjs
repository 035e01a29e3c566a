import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** The modules that look into a folder: what they export, and how each of the files there takes part. */
const LISTS = [
  {
    module: 'fixtures/shops/faulty',
    exported: 'faultyFiles',
    names: (folder) => readdirSync(join(folder, 'caught-by')).map((name) => [name, `caught-by/${name}`]),
    member: 'shops',
  },
  {
    module: 'scenarios',
    exported: 'storyFiles',
    names: (folder) =>
      readdirSync(folder, { recursive: true })
        .map((name) => name.replaceAll('\\', '/'))
        .filter((name) => /^(?!steps\/)[a-z-]+\/.+\.ts$/.test(name))
        .map((name) => [name, name]),
    member: 'default',
  },
];

/**
 * A plugin for esbuild: a bundle cannot look into a folder, so a list of what stands there takes the place of the
 * module that does.
 */
export const listedFiles = {
  name: 'listed files',
  setup: ({ onLoad }) => {
    for (const { module, exported, names, member } of LISTS) {
      const folder = join(root, module);
      onLoad({ filter: new RegExp(`[\\\\/]${module.replaceAll('/', '[\\\\/]')}[\\\\/]files\\.ts$`) }, () => {
        const files = names(folder).sort();
        const imports = files.map(([, path], at) => `import { ${member} as m${at} } from './${path}';`);
        const rows = files.map(([name], at) => `[${JSON.stringify(name)}, m${at}]`);
        const contents = `${imports.join('\n')}\nexport const ${exported} = [${rows.join(', ')}];`;
        return { contents, loader: 'ts', resolveDir: folder };
      });
    }
  },
};
