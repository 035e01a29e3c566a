// Processes that are measured: started, watched, and ended with all that they started.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

const running = new Set();
process.on('exit', () => {
  for (const child of running) killGroup(child, 'SIGKILL');
});

export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** Starts a command in a process group of its own. `output()` is what it wrote so far. */
export function start(command, args, options = {}) {
  const { stdin = 'ignore', env, cwd } = options;
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    detached: true,
    stdio: [stdin, 'pipe', 'pipe'],
  });
  running.add(child);
  let text = '';
  const gather = (chunk) => {
    if (text.length < 100_000) text += chunk;
  };
  child.stderr.on('data', gather);
  if (options.lines !== true) child.stdout.on('data', gather);
  const ended = new Promise((resolve) => {
    child.once('error', (error) => {
      text += String(error);
      running.delete(child);
      resolve(-1);
    });
    child.once('exit', (code) => {
      running.delete(child);
      resolve(code);
    });
  });
  return { child, pid: child.pid, ended, output: () => text, isRunning: () => running.has(child) };
}

function killGroup(child, signal) {
  try {
    process.kill(-child.pid, signal);
  } catch {
    // It has ended by itself.
  }
}

export async function stop(server) {
  killGroup(server.child, 'SIGTERM');
  const late = wait(3000).then(() => 'late');
  if ((await Promise.race([server.ended, late])) === 'late') killGroup(server.child, 'SIGKILL');
  await server.ended;
}

/** Waits until a port answers HTTP, whatever it answers. */
export async function answers(server, port, send, limitMs = 60_000) {
  const endAt = performance.now() + limitMs;
  while (performance.now() < endAt) {
    if (!server.isRunning()) throw new Error(`it ended: ${tail(server.output())}`);
    if (await send(port)) return;
    await wait(5);
  }
  throw new Error(`no answer within ${limitMs / 1000} s: ${tail(server.output())}`);
}

const tail = (text) => text.trim().split('\n').slice(-3).join(' | ').slice(-400);

/** Posts a body; true if the answer has status 200 and the mark of success. */
export function posts(port, path, body) {
  return new Promise((resolve) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method: 'POST',
        agent: false,
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
      },
      (response) => {
        let text = '';
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => resolve(response.statusCode === 200 && text.includes('"result":true')));
      },
    );
    sent.on('error', () => resolve(false));
    sent.end(body);
  });
}

/** Memory of a process as the kernel sees it: now, and the most that it ever had. Undefined off Linux. */
export function memoryOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/status`, 'utf8');
    const mb = (name) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(text)?.[1] ?? Number.NaN) / 1024;
    return { nowMb: mb('VmRSS'), peakMb: mb('VmHWM') };
  } catch {
    return undefined;
  }
}

/** Processor time that a process used so far, user and system, in seconds. Undefined off Linux. */
export function cpuOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return undefined;
  }
}

/** A program that takes one line of JSON and answers one. */
export function worker(script) {
  const server = start(process.execPath, [script], { stdin: 'pipe', lines: true });
  let waiting = [];
  let rest = '';
  server.child.stdout.setEncoding('utf8').on('data', (chunk) => {
    rest += chunk;
    for (let end = rest.indexOf('\n'); end !== -1; end = rest.indexOf('\n')) {
      const line = rest.slice(0, end);
      rest = rest.slice(end + 1);
      waiting.shift()?.(line);
    }
  });
  void server.ended.then(() => {
    for (const answer of waiting) answer(undefined);
    waiting = [];
  });
  return {
    async ask(job) {
      const line = await new Promise((resolve) => {
        waiting.push(resolve);
        server.child.stdin.write(`${JSON.stringify(job)}\n`);
      });
      if (line === undefined) throw new Error(`${script} ended: ${tail(server.output())}`);
      const answer = JSON.parse(line);
      if (answer.error !== undefined) throw new Error(answer.error);
      return answer;
    },
    stop: () => stop(server),
  };
}

/** The first line that a program prints, as JSON. */
export function firstLine(server) {
  return new Promise((resolve, reject) => {
    const look = () => {
      const end = server.output().indexOf('\n');
      if (end === -1) return;
      const line = server
        .output()
        .split('\n')
        .find((each) => each.startsWith('{'));
      if (line === undefined) return;
      server.child.stdout.off('data', look);
      resolve(JSON.parse(line));
    };
    server.child.stdout.on('data', look);
    void server.ended.then(() => reject(new Error(`it ended: ${tail(server.output())}`)));
  });
}
