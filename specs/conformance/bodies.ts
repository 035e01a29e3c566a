import type { CheckBody } from '../../fixtures/engine/index.ts';
import type { CheckId } from '../../scenarios/index.ts';

/** The bodies of some checks, by the id under which `scenarios/` describes them. */
export type Bodies = Partial<Record<CheckId, CheckBody>>;
