/** Faults: the public surface for everything else. */
export { type ArmedFault, createFaultEngine, type FaultEngine } from './engine.ts';
export {
  EFFECT_KINDS,
  type Effect,
  type EffectKind,
  effectSchema,
  type Fault,
  faultSchema,
  type Where,
  whereSchema,
} from './fault.ts';
export { FaultError, parseFault } from './parse.ts';
