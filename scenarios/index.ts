/** The checks: what each is about, and the story in which a merchant shows whether it does it. */
export { checkNamed, checks, conformance, findCheck } from './checks.ts';
export { type RequirementSet, requirementSetDigest } from './requirement-set.ts';
