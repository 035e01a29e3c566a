import { webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** A certificate for a host that a receiver signed by itself, and its key, both PEM. */
export async function selfSigned(
  host: string,
  [notBefore, notAfter]: readonly [string, string] = ['2020-01-01', '2120-01-01'],
): Promise<{ key: string; cert: string }> {
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned(
    {
      name: 'CN=receiver',
      keys,
      notBefore: new Date(notBefore),
      notAfter: new Date(notAfter),
      extensions: [new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: host }])],
    },
    webcrypto as Crypto,
  );
  const pkcs8 = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
  return {
    key: `${x509.PemConverter.encode(pkcs8, 'PRIVATE KEY')}\n`,
    cert: `${certificate.toString('pem')}\n`,
  };
}
