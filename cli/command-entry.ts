import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Command } from 'commander';

/** A command: `load` imports its file only when it is called. */
export interface CommandEntry {
  name: string;
  summary: string;
  load: () => Promise<{ command: () => CommandUnknownOpts | Command }>;
}
