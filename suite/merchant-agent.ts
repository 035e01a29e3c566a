import { Agent, buildConnector } from 'undici';
import { lookupLocalhost, MOST_HEADER_BYTES, passingOver100 } from '../simulator/index.ts';

/** An agent that asks a merchant: its headers may be long, it may say 100 unasked, and its name may end in .localhost. */
export const merchantAgent = ({
  connect = {},
  ...options
}: Omit<Agent.Options, 'connect'> & { readonly connect?: buildConnector.BuildOptions } = {}): Agent =>
  new Agent({
    maxHeaderSize: MOST_HEADER_BYTES,
    ...options,
    connect: passingOver100(buildConnector({ allowH2: false, lookup: lookupLocalhost, ...connect })),
  });

/** That an answer came to nothing for its headers, to go on from what was asked; undefined where it did not. */
export const headerOverflow = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && error.code === 'UND_ERR_HEADERS_OVERFLOW'
    ? `answered with headers of more than ${MOST_HEADER_BYTES} bytes`
    : undefined;
