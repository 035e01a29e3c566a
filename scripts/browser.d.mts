/** What to do where there is no browser. */
export const BROWSER_REMEDY: string;

/**
 * The path of an installed Chromium or Chrome; undefined if there is none. Throws if CHROMIUM_PATH names no program.
 */
export function findBrowser(env?: Readonly<Record<string, string | undefined>>): Promise<string | undefined>;

/** The path of a browser that starts, or in a sentence why there is none. */
export function tryBrowser(
  find?: () => Promise<string | undefined>,
): Promise<
  { readonly path: string; readonly why?: undefined } | { readonly path?: undefined; readonly why: string }
>;
