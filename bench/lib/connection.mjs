// One keep-alive connection with one request under way: as much of HTTP/1.1 as answers of servers need.
import { connect } from 'node:net';

const headEnd = Buffer.from('\r\n\r\n');
const chunkedEnd = Buffer.from('0\r\n\r\n');
const isSpace = 32;

/**
 * Opens connections and sends requests over each, one after the other.
 *
 * @param next gives the next request's bytes; undefined when there is no more
 * @param done is told of each answer: status, whether the body has the mark, and how long it took in ms
 */
export function drive({ host, port, connections, next, done, mark }) {
  const wanted = Buffer.from(mark);
  return Promise.all(Array.from({ length: connections }, () => lane({ host, port, next, done, wanted })));
}

function lane({ host, port, next, done, wanted }) {
  return new Promise((resolve, reject) => {
    let socket;
    let pending;
    let startedAt = 0;
    let reconnects = 0;

    const open = () => {
      socket = connect({ host, port, noDelay: true });
      let left = Buffer.alloc(0);
      let current;
      const send = () => {
        current = pending ?? next();
        pending = undefined;
        if (current === undefined) {
          socket.end();
          resolve(reconnects);
          return;
        }
        startedAt = performance.now();
        socket.write(current);
      };
      socket.on('connect', send);
      socket.on('data', (chunk) => {
        left = left.length === 0 ? chunk : Buffer.concat([left, chunk]);
        const answer = readAnswer(left);
        if (answer === undefined) return;
        left = left.subarray(answer.bytes);
        current = undefined;
        done(answer.status, answer.body.includes(wanted), performance.now() - startedAt);
        if (!answer.close) send();
        else {
          socket.destroy();
          reconnects += 1;
          open();
        }
      });
      socket.on('error', (error) => {
        if (reconnects > 100_000) reject(error);
      });
      socket.on('close', () => {
        // A server may close an idle connection; what was under way is sent again.
        if (current === undefined) return;
        pending = current;
        current = undefined;
        reconnects += 1;
        if (reconnects > 1000) reject(new Error(`port ${port} closed ${reconnects} connections`));
        else setImmediate(open);
      });
    };
    open();
  });
}

/** Reads one whole answer from the bytes so far; undefined while it is not whole. */
function readAnswer(bytes) {
  const end = bytes.indexOf(headEnd);
  if (end === -1) return undefined;
  const head = bytes.latin1Slice(0, end).toLowerCase();
  const status = Number(head.slice(head.indexOf(' ') + 1, head.indexOf(' ') + 4));
  const close = head.includes('\r\nconnection: close');
  const start = end + 4;
  const at = head.indexOf('\r\ncontent-length:');
  if (at !== -1) {
    let length = 0;
    for (let index = at + 17; index < head.length; index += 1) {
      const code = head.charCodeAt(index);
      if (code === isSpace) continue;
      if (code < 48 || code > 57) break;
      length = length * 10 + code - 48;
    }
    if (bytes.length < start + length) return undefined;
    return { status, close, bytes: start + length, body: bytes.subarray(start, start + length) };
  }
  if (!head.includes('\r\ntransfer-encoding: chunked')) {
    return { status, close: true, bytes: bytes.length, body: bytes.subarray(start) };
  }
  if (!bytes.subarray(start).subarray(-5).equals(chunkedEnd)) return undefined;
  return { status, close, bytes: bytes.length, body: bytes.subarray(start) };
}
