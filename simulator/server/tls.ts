import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
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

/** The module of mockttp that signs certificates; its main entry offers the authority only. */
interface Certificates {
  getCA(options: { key: string; cert: string }): Promise<{
    generateCertificate(domain: string): Promise<{ key: string; cert: string }>;
  }>;
}

export async function createTls(options: TlsOptions): Promise<TlsMaterial> {
  const { generateCACertificate } = await import('mockttp');
  const authority = await generateCACertificate({ subject: { commonName: 'gatecheck gateway (test only)' } });
  const require = createRequire(import.meta.url);
  const certificates: Certificates = require(
    join(dirname(require.resolve('mockttp')), 'util/certificates.js'),
  );
  const leaf = await (await certificates.getCA(authority)).generateCertificate('localhost');
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
