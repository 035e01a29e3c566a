import { NoFileError } from './given-file.ts';

const WHY: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'this user may not read it',
  EPERM: 'this user may not read it',
  ENXIO: 'it is a socket or a device',
};

/** Why a file cannot be read, as the rest of "it cannot be read: …". */
export function whyUnreadable(error: unknown): string {
  if (error instanceof NoFileError) return error.message;
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  return WHY[code] ?? code;
}

/** That a file cannot be read, and why, in a sentence. */
export const unreadable = (file: string, error: unknown): string =>
  `${file} cannot be read: ${whyUnreadable(error)}.`;
