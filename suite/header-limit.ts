import { MOST_HEADER_BYTES } from '../simulator/index.ts';

/** How long the headers of a merchant's answer may be, for the agents that ask it. */
export const HEADER_LIMIT = { maxHeaderSize: MOST_HEADER_BYTES } as const;

/** That an answer came to nothing for its headers, to go on from what was asked; undefined where it did not. */
export const headerOverflow = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && error.code === 'UND_ERR_HEADERS_OVERFLOW'
    ? `answered with headers of more than ${MOST_HEADER_BYTES} bytes`
    : undefined;
