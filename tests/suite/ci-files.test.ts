import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse, parseAllDocuments } from 'yaml';

// Its ESM build imports WebAssembly, which Node.js 20 does not know without a flag.
const { validateAction, validateWorkflow } = createRequire(import.meta.url)(
  '@action-validator/core',
) as typeof import('@action-validator/core');

const fileOf = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');

const action = fileOf('action.yml');
const component = fileOf('templates/certify.yml');

/** The fenced YAML blocks of a page. */
const blocksOf = (page: string): readonly string[] =>
  [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, block]) => block ?? '');

test('the action is one that GitHub takes', () => {
  assert.deepEqual(validateAction(action).errors, []);
  assert.notDeepEqual(validateAction(action.replace('using: composite', 'using: magic')).errors, []);
});

test('the workflows of the documentation, and the one that init writes, are ones that GitHub takes', () => {
  const workflows = [
    fileOf('cli/init/templates/github.yml.txt').replaceAll('{{config}}', 'gatecheck.config.json'),
    ...blocksOf(fileOf('docs/ci.md')).filter((block) => /^on:/m.test(block)),
  ];
  assert.ok(workflows.length >= 2);
  for (const workflow of workflows) assert.deepEqual(validateWorkflow(workflow).errors, [], workflow);
});

test('every action that is used is pinned to a commit, with its version beside it', () => {
  const used = [...action.matchAll(/uses: (\S+)(.*)/g)];
  assert.ok(used.length >= 3);
  for (const [line, name = '', version = ''] of used) {
    assert.match(name, /^actions\/[\w-]+@[0-9a-f]{40}$/, line);
    assert.match(version, /^ # v\d+\.\d+\.\d+$/, line);
  }
});

test('no input reaches a shell as text that could be a command', () => {
  const steps: readonly { run?: string }[] = parse(action).runs.steps;
  for (const { run = '' } of steps) assert.doesNotMatch(run, /\$\{\{/);
  const job: { script: readonly string[] } = parseAllDocuments(component)[1]?.toJS().gatecheck;
  for (const line of job.script) assert.doesNotMatch(line, /\$\[\[/);
});

test('the component for GitLab declares each input that it uses, and uses each that it declares', () => {
  const [head, body] = component.split('\n---\n');
  const declared = Object.keys(parse(head ?? '').spec.inputs);
  const used = [...(body ?? '').matchAll(/\$\[\[ inputs\.(\w+) \]\]/g)].map(([, name]) => name);
  assert.deepEqual([...new Set(used)].sort(), declared.sort());
});

test('nothing is fetched by a name that the shop has not installed', () => {
  for (const text of [action, component]) {
    for (const [line] of text.matchAll(/npx .*/g)) assert.match(line, /npx --no -- /);
  }
});
