import { connect } from 'node:tls';

const PATIENCE_MS = 5_000;

/** Versions that current practice leaves (RFC 8996), and every cipher that they have: what is refused is the version. */
const OLD = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;

/** Whether a receiver of https speaks TLS 1.1 or older with whoever has nothing newer; false where nobody answers. */
function takesOldTls({ hostname, port }: URL): Promise<boolean> {
  const host = hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve) => {
    // Only the version is looked at: who vouches for the certificate is asked by whoever tells it something.
    const socket = connect({ host, port: Number(port || 443), ...OLD, rejectUnauthorized: false });
    const end = (takes: boolean): void => {
      socket.destroy();
      resolve(takes);
    };
    socket.setTimeout(PATIENCE_MS, () => end(false));
    socket.once('secureConnect', () => end(true)).once('error', () => end(false));
  });
}

/** What is to be said of the TLS of the receivers at these addresses, a sentence for each origin of https. */
export async function oldTlsNotes(urls: readonly string[]): Promise<readonly string[]> {
  const origins = [...new Set(urls.map((url) => new URL(url).origin))].filter((url) => /^https:/.test(url));
  const notes = await Promise.all(
    origins.map(async (origin) =>
      (await takesOldTls(new URL(origin)))
        ? [
            `The receiver at ${origin} takes TLS 1.1 or older as well, which current practice leaves (Events 4, RFC 8996): let it begin with TLS 1.2. Its ciphers were not looked at; a TLS scanner shows them.`,
          ]
        : [],
    ),
  );
  return notes.flat();
}
