/**
 * Whether to write colours: NO_COLOR forbids them, FORCE_COLOR (not 0) asks for them, else only a terminal
 * that can do them gets any.
 */
export function wantsColors(
  env: Readonly<Record<string, string | undefined>>,
  target: { readonly isTTY?: boolean | undefined },
): boolean {
  if (env.NO_COLOR) return false;
  const { FORCE_COLOR: force } = env;
  if (force !== undefined && force !== '') return force !== '0' && force !== 'false';
  return target.isTTY === true && env.TERM !== 'dumb';
}
