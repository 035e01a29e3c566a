import { checks, laws, requirementSetDigest, requirements } from '../scenarios/index.ts';
import type { Catalogue } from './catalogue.ts';

/** What this suite can say. */
export function suiteCatalogue(): Catalogue {
  return { checks, laws, requirements, requirementsDigest: requirementSetDigest() };
}
