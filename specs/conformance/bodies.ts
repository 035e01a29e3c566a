import type { CheckId } from '../../scenarios/index.ts';
import type { CheckBody } from '../../suite/engine/index.ts';

/** The bodies of some checks, by the id under which `scenarios/` describes them. */
export type Bodies = Partial<Record<CheckId, CheckBody>>;
