import { Steps } from '../../recipes/index.ts';

/** The environment of this process, for commands that somebody typed. */
const ownEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    ),
  );

/** Carries out steps of recipes in this folder and environment. */
export const stepsHere = (timeoutMs: number): Steps =>
  new Steps({
    recipes: { timeoutMs, baseUrl: '', sessions: {}, database: null },
    currency: 643,
    ca: undefined,
    commands: { cwd: process.cwd(), env: ownEnvironment() },
    project: process.cwd(),
  });
