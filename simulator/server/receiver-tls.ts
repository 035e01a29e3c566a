/**
 * TLS of receivers: what the gateway demands of a merchant's https address (Events 4), and how it says what is wrong.
 * A receiver that cannot show a valid certificate gets nothing.
 */
import { X509Certificate } from 'node:crypto';
import { createSecureContext, rootCertificates, type SecureContext, type TLSSocketOptions } from 'node:tls';
import { codeOf, messageOf, SimulatorOptionError } from './errors.ts';

/** How connections to https receivers are made. */
export type ReceiverTls = Pick<TLSSocketOptions, 'minVersion' | 'secureContext'>;

/** The oldest version that is no bad practice (RFC 8996). */
const minVersion = 'TLSv1.2';

/**
 * @param ca certificates (PEM) of authorities that receivers may have theirs from, beside the public ones
 * @throws SimulatorOptionError where there is no certificate in it
 */
export function receiverTls(ca: string | undefined): ReceiverTls {
  if (ca === undefined) return { minVersion };
  try {
    new X509Certificate(ca);
  } catch (error) {
    const says = 'the certificates for https receivers cannot be read: expected PEM (BEGIN CERTIFICATE)';
    throw new SimulatorOptionError('deliveryCa', says, error);
  }
  let made: SecureContext | undefined;
  return {
    // Made when the first https receiver is told something: it takes as long as a start of the gateway.
    get secureContext() {
      made ??= createSecureContext({ ca: [...rootCertificates, ca], minVersion });
      return made;
    },
  };
}

const UNTRUSTED = 'no authority that is trusted vouches for its certificate';

/** By the code of the error. */
const CERTIFICATE_FLAWS: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: `${UNTRUSTED}, which it signed by itself`,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: `${UNTRUSTED}; does it send those between as well?`,
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
};

/** By what OpenSSL says, which has a code of its own or not. */
const HANDSHAKE_FLAWS: readonly (readonly [RegExp, string])[] = [
  [/protocol.version|unsupported.protocol/i, 'it speaks no TLS 1.2 or newer'],
  [/wrong.version.number/i, 'it does not speak TLS there'],
  [/handshake.failure/i, 'it has no cipher that is in use today'],
];

/** How the reason begins where a receiver's TLS is refused. */
export const TLS_REFUSED = 'the TLS of the receiver is refused';

/** What is wrong with a receiver's TLS; undefined where an error is about something else. */
export function tlsFlaw(error: unknown): string | undefined {
  const code = codeOf(error);
  const text = messageOf(error).replaceAll(/\s+/g, ' ').trim();
  const isHandshake = /^(?:ERR_SSL|ERR_TLS|CERT_|EPROTO)/.test(code);
  const known =
    CERTIFICATE_FLAWS[code] ?? HANDSHAKE_FLAWS.find(([pattern]) => isHandshake && pattern.test(text))?.[1];
  if (known === undefined && !isHandshake) return undefined;
  return `${TLS_REFUSED}: ${known ?? 'the handshake failed'} (${text})`;
}
