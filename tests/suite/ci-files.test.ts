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

/** The workflows of the documentation, and the one that init writes. */
const workflows = [
  fileOf('cli/init/templates/github.yml.txt').replaceAll('{{config}}', 'gatecheck.config.json'),
  ...blocksOf(fileOf('docs/ci.md')).filter((block) => /^on:/m.test(block)),
];

test('the workflows of the documentation, and the one that init writes, are ones that GitHub takes', () => {
  assert.ok(workflows.length >= 3);
  for (const workflow of workflows) assert.deepEqual(validateWorkflow(workflow).errors, [], workflow);
});

test('every action that is used is pinned to a commit, with its version beside it', () => {
  const used = [action, ...workflows].flatMap((text) => [...text.matchAll(/uses: (\S+)(.*)/g)]);
  assert.ok(used.length >= 9);
  for (const [line, name = '', version = ''] of used) {
    if (name === 'OWNER/gatecheck@COMMIT') continue;
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
  const used = [...(body ?? '').matchAll(/\$\[\[ inputs\.([\w-]+) \]\]/g)].map(([, name]) => name);
  assert.deepEqual([...new Set(used)].sort(), declared.sort());
});

test('every image of GitLab is of an exact version, and every stage installs what is locked', () => {
  const stages = [
    component,
    fileOf('cli/init/templates/gitlab.yml.txt'),
    ...blocksOf(fileOf('docs/ci.md')).filter((block) => /^ {2}image:/m.test(block)),
  ];
  assert.ok(stages.length >= 3);
  for (const stage of stages) {
    for (const [, image = ''] of stage.matchAll(/(?:image:\n {6}default|image): (\S+)$/gm)) {
      if (!image.startsWith('$[[')) assert.match(image, /:\d+\.\d+\.\d+$/);
    }
  }
  for (const text of [action, ...stages, ...workflows.filter((each) => !each.includes('OWNER/'))]) {
    assert.match(text, /^ +- (?:run: )?npm ci$/m);
  }
});
