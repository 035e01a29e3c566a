import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after } from 'node:test';
import { signReports } from '../../../reports/certificate/folder.ts';
import { writeReports } from '../../../reports/render/write.ts';
import { suiteCatalogue } from '../../../reports/suite-catalogue.ts';
import { after as daysAfter, type SampleRun } from './sample-run.ts';

/** A folder for the tests of one file. */
export const work = mkdtempSync(join(tmpdir(), 'gatecheck-certificate-'));
after(() => rmSync(work, { recursive: true, force: true }));

export const { privateKey, publicKey } = generateKeyPairSync('ed25519');
export const otherKey = generateKeyPairSync('ed25519').publicKey;

function pem(name: string, key: KeyObject): string {
  const file = join(work, name);
  writeFileSync(file, key.export({ format: 'pem', type: key.type === 'private' ? 'pkcs8' : 'spki' }));
  return file;
}
export const keyFile = pem('certify.key', privateKey);
export const pubFile = pem('certify.pub', publicKey);

export const about = {
  build: 'c0ffee' as string | null,
  driver: 'http',
  expires: daysAfter(90),
};

const catalogue = suiteCatalogue('2026.1');
let folders = 0;

/** A folder with the reports and the histories of a run. */
export function written({ result, histories }: SampleRun): string {
  const dir = join(work, `run-${++folders}`);
  writeReports(dir, result, catalogue);
  for (const [name, text] of Object.entries(histories)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), text);
  }
  return dir;
}

/** The same, signed as the command signs it. */
export function signed(run: SampleRun, says = about): string {
  const dir = written(run);
  signReports(dir, privateKey, says);
  return dir;
}
