/** The path of an installed Chromium or Chrome; undefined if there is none. */
export function findBrowser(env?: Readonly<Record<string, string | undefined>>): Promise<string | undefined>;

/** As {@link findBrowser}, but installs one where there is none. */
export function ensureBrowser(say?: (line: string) => void): Promise<string>;
