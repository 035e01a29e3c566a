import { createPrivateKey, webcrypto } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { messageOf, SimulatorOptionError } from './errors.ts';

/** TLS of the gateway: a generated authority, whose certificate merchants must trust. */
export interface TlsOptions {
  /** Where the authority's certificate (PEM) is written for merchants to trust. */
  caFile?: string;
}

/** A generated authority and a certificate of it for `localhost`, all PEM. */
export interface TlsMaterial {
  caKey: string;
  caCert: string;
  key: string;
  cert: string;
}

export async function createTls(options: TlsOptions): Promise<TlsMaterial> {
  const { generateCACertificate } = await import('mockttp');
  const authority = await generateCACertificate({ subject: { commonName: 'gatecheck gateway (test only)' } });
  const leaf = await certify(authority);
  if (options.caFile !== undefined) {
    try {
      writeFileSync(options.caFile, authority.cert);
    } catch (error) {
      const says = `the file "${options.caFile}" for the authority's certificate cannot be written: ${messageOf(error)}`;
      throw new SimulatorOptionError('tls.caFile', says, error);
    }
  }
  return { caKey: authority.key, caCert: authority.cert, key: leaf.key, cert: leaf.cert };
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** A certificate for this machine, signed by an authority; mockttp makes its own and offers none. */
async function certify(authority: { key: string; cert: string }): Promise<{ key: string; cert: string }> {
  const x509 = await import('@peculiar/x509');
  const issuer = new x509.X509Certificate(authority.cert);
  const { algorithm: signedWith } = issuer.publicKey;
  const issuerKey = createPrivateKey(authority.key).export({ type: 'pkcs8', format: 'der' });
  const signingKey = await webcrypto.subtle.importKey(
    'pkcs8',
    issuerKey,
    { ...signedWith, hash: 'SHA-256' },
    false,
    ['sign'],
  );
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.create(
    {
      issuer: issuer.subject,
      subject: 'CN=localhost',
      notBefore: issuer.notBefore,
      notAfter: issuer.notAfter,
      publicKey: keys.publicKey,
      signingKey,
      extensions: [
        new x509.BasicConstraintsExtension(false, undefined, true),
        new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
        new x509.SubjectAlternativeNameExtension([
          { type: 'dns', value: 'localhost' },
          { type: 'ip', value: '127.0.0.1' },
          { type: 'ip', value: '::1' },
        ]),
        await x509.AuthorityKeyIdentifierExtension.create(issuer.publicKey),
      ],
    },
    webcrypto as Crypto,
  );
  const pkcs8 = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
  return {
    key: x509.PemConverter.encode(pkcs8, 'PRIVATE KEY'),
    cert: certificate.toString('pem'),
  };
}
