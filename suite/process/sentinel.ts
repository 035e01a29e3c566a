import { subscribe } from 'node:diagnostics_channel';
import { url } from 'node:inspector';
import { Worker } from 'node:worker_threads';
import { printableLine } from '../../history/printable.ts';

/** How often this process shows that its event loop turns. */
const BEAT_MS = 500;
/** How long a process that gets a signal may take until its event loop turns again. */
const GRACE_MS = 2_000;
/** How long a process of a run may be silent. For tests it is shorter. */
export const SILENCE = {
  afterMs: Number(process.env.GATECHECK_SILENCE_MS ?? 60_000),
  exitCode: 3,
} as const;
/** What was going on, in bytes. */
const MOST_BYTES = 512;

interface SentinelOptions {
  /** The exit code of this process when its event loop has stood still for so long; left out, it may stand still. */
  readonly limit?: { readonly afterMs: number; readonly exitCode: number };
  /** Another process that ends with this one when the limit is reached, and a file that then says why. */
  readonly endsToo?: { readonly pid: number; readonly noteFile: string };
  /** The signals that end this process also while its event loop stands still, and their exit codes. */
  readonly signals?: Readonly<Partial<Record<'SIGINT' | 'SIGTERM', number>>>;
}

/**
 * The thread that looks on. Its event loop turns while ours stands still. The inspector lets it call `process.exit` in
 * the midst of a loop of ours, so that what is to be done at the exit is done; where not even that gets through, the
 * process is killed. Signals reach a thread only by the binding that Node's own listeners use.
 */
const SCRIPT = `
const { writeFileSync, writeSync } = require('node:fs');
const { constants } = require('node:os');
const { Session } = require('node:inspector');
const { parentPort, workerData } = require('node:worker_threads');
const { beats, said, limit, endsToo, signals, beatMs, graceMs } = workerData;

let last = -1;
let lastAt = performance.now();
let lookedAt = lastAt;
let asked;

const doing = () => Buffer.from(said).toString('utf8').replace(/\\0[^]*/, '');

function end(code, why, isSignalled) {
  clearInterval(timer);
  const what = doing();
  const line = why + (what === '' ? '' : ' Last: ' + what) + '\\n';
  if (endsToo === undefined) writeSync(2, line);
  // The other process has the signal, too.
  else if (!isSignalled) {
    writeFileSync(endsToo.noteFile, line);
    try {
      process.kill(endsToo.pid, 'SIGTERM');
    } catch {
      // Another worker has ended it.
    }
  }
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), 2000);
  const session = new Session();
  session.connectToMainThread();
  // Node would say that it waits for a debugger.
  session.post('Runtime.evaluate', {
    expression:
      "process.once('exit', () => { const fs = process.getBuiltinModule('node:fs'); fs.closeSync(2); fs.openSync('/dev/null', 'w'); }); process.exit(" + code + ')',
  });
}

function look() {
  const now = performance.now();
  const count = Atomics.load(beats, 0);
  // The machine slept, or had no time for us either.
  const wasAway = now - lookedAt > 5000;
  lookedAt = now;
  if (count !== last || wasAway) {
    last = count;
    lastAt = now;
  }
  // Our own listener has heard of it; what it lets go on may be caught all the same.
  const isHeard = asked !== undefined && asked.count !== count;
  const mayStand = isHeard && Atomics.load(beats, 1) === 1;
  if (asked !== undefined && !mayStand && now - Math.max(asked.at, lastAt) > graceMs)
    end(asked.code, asked.name + ' ends gatecheck, which does not answer.', true);
  else if (limit !== undefined && Atomics.load(beats, 1) === 0 && now - lastAt > limit.afterMs) {
    end(limit.exitCode, 'gatecheck has not answered for ' + Math.round(limit.afterMs / 1000) + ' seconds and is ended.');
  }
}

const timer = setInterval(look, beatMs);
for (const [name, code] of Object.entries(signals)) {
  const { Signal } = process.binding('signal_wrap');
  const signal = new Signal();
  signal.unref();
  signal.onsignal = () => { asked = { name, code, at: performance.now(), count: Atomics.load(beats, 0) }; };
  signal.start(constants.signals[name]);
}
parentPort.postMessage('ready');
`;

const said = new Uint8Array(new SharedArrayBuffer(MOST_BYTES));
const encoder = new TextEncoder();
/** The two things that are worth knowing: which check, and which request. */
const now = { check: '', request: '' };

function write(): void {
  const text = [now.check, now.request].filter((part) => part !== '').join(', ');
  const { written } = encoder.encodeInto(text, said);
  said.fill(0, written);
}

interface Control {
  readonly path: string;
  readonly body?: unknown;
}

/** Keeps in mind which check begins, as far as calls of the control plane say so, in case that it never ends. */
export const followChecks =
  <Call extends Control, Answer>(control: (call: Call) => Answer) =>
  (call: Call): Answer => {
    const { kind, id, phase } = (call.body ?? {}) as Readonly<Record<string, unknown>>;
    if (call.path === '/journal' && kind === 'check') {
      now.check = phase === 'start' ? `check ${printableLine(String(id).slice(0, 100))}` : '';
      write();
    }
    return control(call);
  };

function followRequests(): void {
  subscribe('http.server.request.start', (message) => {
    const { method = '', url = '' } = (message as { request: { method?: string; url?: string } }).request;
    // Without what may stand in a query.
    now.request = `request ${method} ${printableLine(url.split('?', 1)[0]?.slice(0, 100) ?? '')}`;
    write();
  });
}

/** How often the loop has turned, and whether it may stand still. */
const beats = new Int32Array(new SharedArrayBuffer(8));
let isWatched = false;

/** What follows is work of our own, which may take long: the limit holds no more. */
export function worksAlone(): void {
  Atomics.store(beats, 1, 1);
}

/**
 * Has a thread watch the event loop of this process. Somebody who debugs it may stop it.
 *
 * @returns when it watches, which takes a moment
 */
export async function startSentinel({ limit, endsToo, signals = {} }: SentinelOptions): Promise<void> {
  if (isWatched || url() !== undefined) return;
  isWatched = true;
  setInterval(() => Atomics.add(beats, 0, 1), BEAT_MS).unref();
  if (limit !== undefined) followRequests();
  const worker = new Worker(SCRIPT, {
    eval: true,
    execArgv: ['--no-deprecation'],
    workerData: { beats, said, limit, endsToo, signals, beatMs: BEAT_MS, graceMs: GRACE_MS },
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1 },
  });
  await new Promise<void>((resolve) => {
    // A machine without room for a thread runs without one.
    worker.on('error', () => resolve());
    worker.once('message', () => resolve());
  });
  worker.unref();
}
