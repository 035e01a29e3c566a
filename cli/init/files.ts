import { readFileSync } from 'node:fs';
import type { Config } from '../../suite/config/index.ts';
import type { Answers, Language } from './answers.ts';
import { configurationOf, DRIVER_FILE, jsonText, typescriptText } from './configuration.ts';

/** A file that `init` writes, by its path in the merchant's folder. */
export interface InitFile {
  readonly path: string;
  readonly text: string;
  /** What it is for, in a few words. */
  readonly about: string;
}

const ROUTES: Readonly<Record<Exclude<Language, 'none'>, { template: string; path: string }>> = {
  express: { template: 'express.js.txt', path: 'gatecheck-routes.mjs' },
  fastapi: { template: 'fastapi.py.txt', path: 'gatecheck_routes.py' },
  laravel: { template: 'laravel.php.txt', path: 'gatecheck-routes.php' },
  php: { template: 'php.php.txt', path: 'gatecheck-routes.php' },
  spring: { template: 'spring.java.txt', path: 'GatecheckRoutes.java' },
};

function template(name: string, values: Readonly<Record<string, string>> = {}): string {
  const text = readFileSync(new URL(`./templates/${name}`, import.meta.url), 'utf8');
  return text.replace(/\{\{(\w+)\}\}/g, (whole, key: string) => values[key] ?? whole);
}

/** Everything that these answers lead to; the configuration is first. */
export const filesOf = (answers: Answers): InitFile[] => [
  ...filesFor(configurationOf(answers), answers),
  ...driverFiles(answers),
];

/** A configuration, and the CI stage that uses it. */
export function filesFor(config: Config, answers: Pick<Answers, 'format' | 'ci'>): InitFile[] {
  const configFile = `gatecheck.config.${answers.format}`;
  return [
    {
      path: configFile,
      text: answers.format === 'ts' ? typescriptText(config) : jsonText(config),
      about: 'the configuration',
    },
    ...ciFiles(answers, configFile),
  ];
}

function driverFiles({ interface: kind, language }: Answers): InitFile[] {
  if (kind === 'module') {
    return [{ path: DRIVER_FILE, text: template('driver.ts.txt'), about: 'the driver: fit it to your shop' }];
  }
  if (language === 'none') return [];
  const { template: name, path } = ROUTES[language];
  return [
    { path, text: template(name), about: 'routes of the test interface: an example to fit to your shop' },
  ];
}

function ciFiles({ ci }: Pick<Answers, 'ci'>, config: string): InitFile[] {
  switch (ci) {
    case 'none':
      return [];
    case 'github': {
      const path = '.github/workflows/gatecheck.yml';
      return [{ path, text: template('github.yml.txt', { config }), about: 'the stage for GitHub Actions' }];
    }
    case 'gitlab': {
      const path = 'gatecheck.gitlab-ci.yml';
      const text = template('gitlab.yml.txt', { config, file: path });
      return [{ path, text, about: 'the stage for GitLab CI: include it in .gitlab-ci.yml' }];
    }
  }
}
