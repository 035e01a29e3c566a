import { readGiven } from './given-file.ts';

/** The text of a file that somebody wrote, without the byte order mark that editors of Windows begin it with. */
export const readText = (file: string, read: (file: string) => Buffer = readGiven): string =>
  read(file)
    .toString('utf8')
    .replace(/^\uFEFF/, '');
