import type { ResolvedConfig } from '../../../suite/config/index.ts';
import { referenceConfig } from '../../../suite/config/reference.ts';

/** The instrumented shop, started with these variables beside its usual ones. */
export function instrumentedShop(main: string, variables: Readonly<Record<string, string>>): ResolvedConfig {
  const config = referenceConfig({ main });
  const { start } = config.merchant;
  if (start === null) throw new Error('The reference shop is started by the suite.');
  return {
    ...config,
    merchant: { ...config.merchant, start: { ...start, env: { ...start.env, ...variables } } },
  };
}
