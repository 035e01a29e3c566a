import type { ReadingId } from '../../simulator/protocol/readings.ts';
import type { Capability } from '../capabilities.ts';
import type { RequirementId } from '../requirements.ts';
import type { CheckDefinition } from '../types.ts';

/** A check that names only requirements, capabilities and readings that exist. */
export type CheckRow = CheckDefinition<RequirementId, Capability, ReadingId>;
