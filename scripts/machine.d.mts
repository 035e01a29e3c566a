export type Need =
  | 'browser'
  | 'python'
  | 'php'
  | 'wordpress'
  | 'postgres'
  | 'ruby'
  | 'go'
  | 'java'
  | 'django'
  | 'python-clients'
  | 'ruby-clients';

/** The names of all needs. */
export const allNeeds: readonly Need[];

/** Why a test is skipped that needs this; false when the machine has it. */
export function lacks(
  need: Need,
  env?: Readonly<Record<string, string | undefined>>,
): Promise<string | false>;

/** Makes sure of what is needed; gives back what cannot be had, and says so in a line each. */
export function ensure(
  needs: readonly Need[],
  options: {
    readonly say: (line: string) => void;
    readonly env?: Readonly<Record<string, string | undefined>>;
    readonly dependencies?: Promise<unknown>;
    readonly mayInstallPackages?: boolean;
  },
): Promise<Need[]>;
