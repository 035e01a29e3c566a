import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Command, Option } from 'commander';
import { HistoryError } from '../history/index.ts';
import { laws } from '../ledger/index.ts';
import { auditOf } from '../reports/audit/audit.ts';
import { renderAudit } from '../reports/audit/page.ts';
import { readRecordings } from '../reports/audit/read-file.ts';
import { renderAuditText } from '../reports/audit/words.ts';
import { writeWhole } from '../reports/files.ts';
import { wantsColors } from '../reports/render/colors.ts';
import { shortPath } from '../reports/short-path.ts';
import { suiteVersion } from '../reports/suite-version.ts';
import { ReadingError, resolveReadings } from '../simulator/index.ts';
import { type ExitCode, exitCodes, usageError } from './support/exit.ts';
import { lockOut } from './support/out-lock.ts';
import { keyValue } from './support/parse.ts';

interface Options {
  readonly out?: string;
  readonly json?: true;
  readonly reading: Readonly<Record<string, string>>;
}

/** `gatecheck audit FILE`: judges a recorded history. */
export function command(): Command {
  return new Command('audit')
    .description(
      'judge a recorded history by the laws; laws that it shows too little for are listed as unseen',
    )
    .argument('<file>', 'a history (NDJSON), such as that of `gatecheck simulate --journal`')
    .option('--out <dir>', 'write audit.json and audit.html into this folder')
    .option('--json', 'print the whole audit as JSON')
    .addOption(
      new Option('--reading <name=value>', 'read the specification this way (repeatable)')
        .argParser(keyValue)
        .default({}, 'as recorded'),
    )
    .action(async (file: string, options: Options) => {
      process.exitCode = await audit(file, options);
    });
}

async function audit(file: string, { out, json, reading }: Options): Promise<ExitCode> {
  checkReadings(reading);
  const recordings = await recordingsOf(file);
  const found = auditOf(recordings, { file, suite: suiteVersion(), readings: reading }, laws);
  const text = `${JSON.stringify(found, null, 2)}\n`;
  const files = out === undefined ? [] : write(resolve(out), text, renderAudit(found));
  if (json === true) process.stdout.write(text);
  else {
    const lines = files.map((written) => `Written: ${shortPath(written)}`);
    process.stdout.write(renderAuditText(found, lines, wantsColors(process.env, process.stdout)));
  }
  return found.outcome === 'broken' ? exitCodes.failed : exitCodes.ok;
}

function checkReadings(reading: Readonly<Record<string, string>>): void {
  try {
    resolveReadings('spec', reading);
  } catch (error) {
    if (error instanceof ReadingError) throw usageError(`--reading: ${error.message}`);
    throw error;
  }
}

async function recordingsOf(file: string) {
  try {
    const recordings = await readRecordings(file);
    if (recordings.length > 0) return recordings;
  } catch (error) {
    if (error instanceof HistoryError) throw usageError(`${file}: ${error.message}`);
    if (error instanceof Error && 'code' in error) {
      throw usageError(`the history "${file}" cannot be read (${String(error.code)}).`);
    }
    throw error;
  }
  throw usageError(
    `${file} is empty.`,
    'Record one with `gatecheck simulate --journal FILE`, or take one of the history folder of a certification.',
  );
}

function write(dir: string, text: string, page: string): string[] {
  const unlock = lockOut(dir);
  try {
    mkdirSync(dir, { recursive: true });
    const files = { 'audit.json': text, 'audit.html': page };
    return Object.entries(files).map(([name, content]) => {
      rmSync(join(dir, name), { force: true });
      writeWhole(join(dir, name), content);
      return join(dir, name);
    });
  } finally {
    unlock();
  }
}
