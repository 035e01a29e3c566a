import type { Verbs } from '../../suite/engine/index.ts';

export const CREATE = ['invoice/create', 'invoice/hold'] as const;

/** The codes whose fatality the specification shows (Errors, table of codes). */
export const FATAL = [1, 2, 3, 4];

export async function refuse(
  t: Verbs,
  operation: readonly ('invoice/create' | 'invoice/hold' | 'withdraw/create')[],
  code: number,
) {
  await t.gateway.clearFaults();
  await t.gateway.arm([
    {
      where: { operation: [...operation] },
      effect: { kind: 'error', code, message: `The test says ${code}` },
    },
  ]);
}
