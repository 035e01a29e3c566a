const UNTRUSTED: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** Whether this is the code of an error about a certificate that nobody here vouches for. */
export const isUntrusted = (code: string): boolean => UNTRUSTED.has(code);

/** What to do about a certificate that nobody here vouches for, to go on from what was asked; undefined for other codes. */
export const untrusted = (code: string): string | undefined =>
  isUntrusted(code)
    ? `has a certificate that is not trusted here (${code}): name the authority that signed it, or the certificate itself, in merchant.caFile`
    : undefined;
