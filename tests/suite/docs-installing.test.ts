import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const root = new URL('../../', import.meta.url);

/** What people read, what is written into their repositories, and what is printed. */
const told = readdirSync(root, { withFileTypes: true })
  .filter(({ name }) => !/^(?:\.|node_modules$|dist$|docs-site$|tests$|bench$)/.test(name))
  .flatMap((entry) =>
    entry.isDirectory()
      ? readdirSync(new URL(entry.name, root), { recursive: true }).map((path) => `${entry.name}/${path}`)
      : [entry.name],
  )
  .filter(
    (path) =>
      /\.(?:md|yml|txt|json|[mc]?[tj]s)$/.test(path) &&
      !/node_modules|wordpress\/wordpress|\/out\//.test(path),
  );

/** Programs that a registry gives under a name which is theirs. */
const THEIRS = ['playwright', 'tsx'];

/** Lines of a text that fetch a program or a package by a name which is nobody's yet. */
const claimable = (text: string): string[] =>
  text.split('\n').filter((line) => {
    const run = [
      ...line.matchAll(/\b(?:npx|npm exec|pnpm dlx|yarn dlx|bunx) (?!--no -- )(?:-\S+ )*([\w@/.-]+)/g),
    ];
    const installed =
      /\b(?:npm (?:install|i|add)|pnpm add|yarn add)\b[^|`]*\s(gatecheck)(?:@\S*)?(?=[\s`]|$)/.test(line);
    return installed || run.some(([, name = '']) => !THEIRS.includes(name));
  });

test('nothing tells anybody to fetch a program by a name that anybody could claim', () => {
  assert.ok(
    told.includes('README.md') && told.includes('cli/init/templates/github.yml.txt'),
    `${told.length}`,
  );
  const wrong = told.flatMap((path) =>
    claimable(readFileSync(new URL(path, root), 'utf8')).map((line) => `${path}: ${line.trim()}`),
  );
  assert.deepEqual(wrong, []);
});

for (const [line, isWrong] of [
  ['npx gatecheck doctor', true],
  ['npx --yes gatecheck doctor', true],
  ['npm install --save-dev gatecheck', true],
  ['`npm i -D gatecheck@0.1.0`', true],
  ['pnpm dlx gatecheck', true],
  ['npx --no -- gatecheck doctor', false],
  ['npx playwright test', false],
  ['npm install --save-dev ./vendor/gatecheck-0.1.0.tgz', false],
] as const) {
  test(`"${line}" is ${isWrong ? 'refused' : 'allowed'}`, () => {
    assert.equal(claimable(line).length > 0, isWrong);
  });
}
