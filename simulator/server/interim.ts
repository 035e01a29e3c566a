import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';

type Connect = ReturnType<typeof buildConnector>;

const INTERIM = /^HTTP\/1\.[01] 100[ \r]/;
const END = '\r\n\r\n';
/** What may still become the head of an answer 100. */
const LONGEST = 1024;

/**
 * Connections on which an answer 100 that nobody asked for is passed over (RFC 9110, 15.2: a client must be able to). undici
 * ends the connection at it. A 100 can only come where an answer may begin: since the last request was written nothing of
 * its answer was read.
 */
export function passingOver100(connect: Connect): Connect {
  return (options, callback) =>
    connect(options, (...outcome) => {
      const [, socket] = outcome;
      if (socket) passOver(socket);
      callback(...outcome);
    });
}

function passOver(socket: Socket): void {
  const [read, write] = [socket.read.bind(socket), socket.write.bind(socket)];
  let isHead = false;
  let held = '';
  socket.write = ((...said: Parameters<typeof write>) => {
    isHead = true;
    return write(...said);
  }) as typeof socket.write;
  socket.read = (size?: number): Buffer | null => {
    const chunk = read(size) as Buffer | null;
    if (chunk === null || !isHead) return chunk;
    let text = held + chunk.toString('latin1');
    for (let end = text.indexOf(END); INTERIM.test(text) && end >= 0; end = text.indexOf(END))
      text = text.slice(end + END.length);
    const mayBecome100 = text === '' || INTERIM.test(text) || 'HTTP/1.1 100'.startsWith(text);
    held = mayBecome100 && text.length < LONGEST ? text : '';
    if (mayBecome100 && text.length < LONGEST) return socket.read(size) as Buffer | null;
    isHead = false;
    return Buffer.from(text, 'latin1');
  };
}
