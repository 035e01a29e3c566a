import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Command, Option } from 'commander';
import { FORMATS, type Format, LOG_FIELDS, type LogNames, RecordingError } from '../history/foreign/index.ts';
import { HistoryError } from '../history/index.ts';
import { laws } from '../ledger/index.ts';
import { type Audit, auditOf } from '../reports/audit/audit.ts';
import { eventKey, linesOfEvents } from '../reports/audit/event-lines.ts';
import { renderAudit } from '../reports/audit/page.ts';
import { readAny } from '../reports/audit/read-any.ts';
import { sarifOf } from '../reports/audit/sarif.ts';
import { renderAuditText } from '../reports/audit/words.ts';
import { writeWhole } from '../reports/files.ts';
import { wantsColors } from '../reports/render/colors.ts';
import { shortPath } from '../reports/short-path.ts';
import { suiteVersion } from '../reports/suite-version.ts';
import { ReadingError, type ReadingValues, resolveReadings } from '../simulator/index.ts';
import { type ExitCode, exitCodes, usageError } from './support/exit.ts';
import { lockOut } from './support/out-lock.ts';
import { keyValue, list } from './support/parse.ts';
import { readShop } from './support/secret.ts';

interface Options {
  readonly out?: string;
  readonly json?: true;
  readonly reading: Readonly<Record<string, string>>;
  readonly format?: Format;
  readonly gateway: readonly string[];
  readonly callback: readonly string[];
  readonly shop: readonly string[];
  readonly field: Readonly<Record<string, string>>;
}

const EXAMPLE = 'https://gateway.example/gateway/v1';

/** `gatecheck audit FILE`: judges a recorded history, ours or somebody else's. */
export function command(): Command {
  return new Command('audit')
    .description('judge a recording by the laws; laws that it shows too little for are listed as unseen')
    .argument(
      '<file>',
      'a history (NDJSON), such as that of `gatecheck simulate --journal`, a HAR, a dump of mitmproxy or an access log',
    )
    .option('--out <dir>', 'write audit.json, audit.html and audit.sarif into this folder')
    .option('--json', 'print the whole audit as JSON')
    .addOption(
      new Option('--reading <name=value>', 'read the specification this way (repeatable)')
        .argParser(keyValue)
        .default({}, 'as recorded'),
    )
    .addOption(
      new Option('--format <format>', 'the format of the file')
        .choices(FORMATS)
        .default(undefined, 'told by how it begins'),
    )
    .option(
      '--gateway <url>',
      'of a recording of others: the base address of the gateway (repeatable; found by /gateway/v1/ if left out)',
      list,
      [],
    )
    .option(
      '--callback <url>',
      'of a recording of others: the address of the merchant for notifications (repeatable; found by what they hold if left out)',
      list,
      [],
    )
    .option(
      '--shop <spec>',
      'of a recording of others: ID:env:NAME or ID:@FILE, to verify signatures (repeatable)',
      (spec: string, before: readonly string[]) => [...before, spec],
      [],
    )
    .addOption(
      new Option(
        '--field <what=name>',
        'of an access log: the name of a field that is not one of nginx or envoy, such as time=@t or request-body=req.body (repeatable)',
      )
        .argParser(keyValue)
        .default({}, 'as nginx and envoy name them'),
    )
    .action(async (file: string, options: Options) => {
      process.exitCode = await audit(file, options);
    });
}

async function audit(file: string, options: Options): Promise<ExitCode> {
  const { out, json, reading } = options;
  const recordings = await recordingsOf(file, options, readingsOf(reading));
  const found = auditOf(recordings, { file, suite: suiteVersion(), readings: reading }, laws);
  const text = `${JSON.stringify(found, null, 2)}\n`;
  const files =
    out === undefined
      ? []
      : write(resolve(out), {
          'audit.json': text,
          'audit.html': renderAudit(found),
          'audit.sarif': `${JSON.stringify(sarifOf(found, await shownLines(file, found), laws), null, 2)}\n`,
        });
  if (json === true) process.stdout.write(text);
  else {
    const lines = files.map((written) => `Written: ${shortPath(written)}`);
    process.stdout.write(renderAuditText(found, lines, wantsColors(process.env, process.stdout)));
  }
  return found.outcome === 'broken' ? exitCodes.failed : exitCodes.ok;
}

function readingsOf(reading: Readonly<Record<string, string>>): ReadingValues {
  try {
    return resolveReadings('spec', reading);
  } catch (error) {
    if (error instanceof ReadingError) throw usageError(`--reading: ${error.message}`);
    throw error;
  }
}

async function recordingsOf(file: string, options: Options, readings: ReadingValues) {
  const { format, gateway, callback, shop, field } = options;
  const logNames = logNamesOf(field);
  for (const url of gateway) mustBeAddress('--gateway', url);
  for (const url of callback) mustBeAddress('--callback', url);
  const keys = new Map(
    shop.map((spec) => {
      const { id, secret } = readShop(spec);
      return [String(id), secret];
    }),
  );
  try {
    const recordings = await readAny(file, {
      format,
      foreign: { readings, keys, gateway, callback },
      logNames,
    });
    if (recordings.length > 0) return recordings;
  } catch (error) {
    if (error instanceof HistoryError || error instanceof RecordingError) {
      throw usageError(`${file}: ${error.message}`);
    }
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

function logNamesOf(field: Readonly<Record<string, string>>): LogNames {
  const unknown = Object.keys(field).find((what) => !Object.hasOwn(LOG_FIELDS, what));
  if (unknown === undefined) return field;
  throw usageError(
    `--field: there is no "${unknown}".`,
    `Expected one of ${Object.keys(LOG_FIELDS).join(', ')}.`,
  );
}

function mustBeAddress(option: string, url: string): void {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return;
  if (/^\/[^/]/.test(url)) return;
  throw usageError(
    `${option}: "${url}" is neither an http or https address nor a path.`,
    `Expected one such as ${EXAMPLE}, or its path where the recording has no hosts.`,
  );
}

/** Where the events stand that prove what was found; only histories of ours have a line for each. */
async function shownLines(file: string, { laws: judged, recordings }: Audit) {
  const wanted = judged.flatMap(({ violations }) =>
    violations
      .filter(({ recording }) => recordings[recording - 1]?.format === 'gatecheck')
      .flatMap(({ recording, events }) => events.map((seq) => eventKey(recording, seq))),
  );
  const begins = recordings.map(({ line }) => line);
  return linesOfEvents(file, begins, new Set(wanted));
}

function write(dir: string, files: Readonly<Record<string, string>>): string[] {
  const unlock = lockOut(dir);
  try {
    return Object.entries(files).map(([name, content]) => {
      rmSync(join(dir, name), { force: true });
      writeWhole(join(dir, name), content);
      return join(dir, name);
    });
  } finally {
    unlock();
  }
}
