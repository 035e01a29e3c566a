/** What the simulator may send notifications to, and why not to anything else. */
export interface AddressRules {
  /** Further hosts (`host` or `host:port`); `*` allows every host. */
  allowed: readonly string[];
  /** Hosts of the callback addresses in the shops' own settings. */
  shopHosts(): readonly string[];
  /** Addresses of the simulator itself (`host:port`), which a merchant must not reach through it. */
  own(): readonly string[];
}

export type AddressVerdict = { ok: true; url: URL } | { ok: false; reason: string };

/** Judges one callback address before anything is sent to it. */
export function judgeAddress(address: string, rules: AddressRules): AddressVerdict {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return { ok: false, reason: `the callback address "${address}" is not a URL` };
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return { ok: false, reason: `the callback address "${address}" is neither http nor https` };
  }
  if (rules.own().includes(hostAndPort(url))) {
    return { ok: false, reason: `the callback address "${address}" is the simulator's own control address` };
  }
  const host = url.hostname.toLowerCase();
  const known =
    isLoopback(host) ||
    rules.shopHosts().includes(host) ||
    rules.allowed.some(
      (entry) => entry === '*' || entry.toLowerCase() === host || entry.toLowerCase() === url.host,
    );
  if (!known) {
    return {
      ok: false,
      reason: `the host "${host}" is not on loopback, not the shop's own callback host and not in allowCallbacksTo: nothing was sent`,
    };
  }
  return { ok: true, url };
}

/** Whether a host name, as URL parsing leaves it, means this machine only. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/g, '');
  return (
    name === 'localhost' || name.endsWith('.localhost') || name === '::1' || /^127(\.\d{1,3}){3}$/.test(name)
  );
}

/** `host:port` with the port written out, loopback names made alike. */
export function hostAndPort(url: URL): string {
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port;
  return `${isLoopback(url.hostname) ? 'loopback' : url.hostname.toLowerCase()}:${port}`;
}

/** The origin of an address that is listened on: a wildcard is reached on loopback, and TLS needs a name. */
export function originOf(host: string, port: number, tls: boolean): string {
  const local = host === '0.0.0.0' || host === '::' || host === '';
  const name = tls && (local || isLoopback(host)) ? 'localhost' : local ? '127.0.0.1' : host;
  return `${tls ? 'https' : 'http'}://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** The host of an address, if it has one. */
export function hostOf(address: string | undefined): string[] {
  if (address === undefined) return [];
  try {
    return [new URL(address).hostname.toLowerCase()];
  } catch {
    return [];
  }
}
