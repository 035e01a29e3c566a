import type { ReadingId } from '../simulator/protocol/readings.ts';
import type { Capability } from './capabilities.ts';
import type { RequirementId } from './requirements.ts';
import type { CheckDefinition } from './types.ts';

/** What a check is about; it names only requirements, capabilities and readings that exist. */
export type CheckMeta = CheckDefinition<RequirementId, Capability, ReadingId>;
