// A reporter for node:test: each failure with its place and reason, then one line with the counts.
import { relative } from 'node:path';
import { inspect } from 'node:util';

export default async function* report(events) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const output = new Map();
  const seconds = new Map();
  for await (const { type, data } of events) {
    if (type === 'test:stdout' || type === 'test:stderr') {
      output.set(data.file, ((output.get(data.file) ?? '') + data.message).slice(-2000));
    }
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    if (data.nesting === 0 && data.file !== undefined) {
      seconds.set(data.file, (seconds.get(data.file) ?? 0) + (data.details?.duration_ms ?? 0) / 1000);
    }
    if (data.details?.type === 'suite' && !ownFailure(type, data)) continue;
    if (data.skip !== undefined || data.todo !== undefined) {
      counts.skipped += 1;
      yield `SKIPPED ${data.name}: ${data.skip || data.todo || 'no reason given'}\n`;
    } else if (type === 'test:pass') counts.passed += 1;
    else {
      counts.failed += 1;
      yield failure(data, output.get(data.file));
    }
  }
  const slowest = [...seconds].sort(([, a], [, b]) => b - a).slice(0, 8);
  for (const [file, spent] of slowest)
    yield `${spent.toFixed(1).padStart(7)} s ${relative(process.cwd(), file)}\n`;
  yield `tests: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`;
}

/** A suite counts only where it failed by itself, in a hook, and not through a test inside. */
function ownFailure(type, { details }) {
  return type === 'test:fail' && details?.error?.failureType !== 'subtestsFailed';
}

function failure({ name, file, line, details }, printed) {
  const error = details?.error;
  const cause = error?.cause ?? error;
  const reason = cause instanceof Error ? (cause.stack ?? cause.message) : inspect(cause);
  const place = file === undefined ? '' : ` (${relative(process.cwd(), file)}:${line ?? 1})`;
  const tail =
    error?.failureType === 'testCodeFailure' || printed === undefined ? '' : `\n${indent(printed.trim())}`;
  return `FAILED ${name}${place}\n${indent(reason)}${tail}\n\n`;
}

function indent(text) {
  return text.replaceAll(/^/gm, '    ');
}
