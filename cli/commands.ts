import type { CommandUnknownOpts } from '@commander-js/extra-typings';

/** A command: `load` imports its file only when it is called. */
export interface CommandEntry {
  name: string;
  summary: string;
  load: () => Promise<{ command: () => CommandUnknownOpts }>;
}

/** Every command, in the order in which the help shows them. */
export const commands: readonly CommandEntry[] = [
  {
    name: 'sign',
    summary: 'compute a signature: the fields, the string to sign, the digest',
    load: () => import('./sign.ts'),
  },
  {
    name: 'verify',
    summary: 'check a signature; for a wrong one, name the likely mistake',
    load: () => import('./verify.ts'),
  },
  {
    name: 'list',
    summary: 'list checks, requirements, readings, laws, capabilities, operations',
    load: () => import('./list.ts'),
  },
  {
    name: 'explain',
    summary: 'what an id means, the rule behind it, and how to fix a failure',
    load: () => import('./explain.ts'),
  },
];
