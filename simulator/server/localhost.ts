import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';

/** Looks a name up. Names below `localhost` are this machine (RFC 6761, 6.3), whether its resolver knows them or not. */
export const lookupLocalhost: LookupFunction = (name, options, callback) =>
  lookup(name.toLowerCase().endsWith('.localhost') ? 'localhost' : name, options, callback);
