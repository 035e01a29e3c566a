import type { Proof } from './catalogue/requirements-page.ts';
import { catalogueOf } from './catalogue.ts';
import { generateCompare } from './compare.ts';
import { generateConfiguration } from './configuration.ts';
import { generateFidelity } from './fidelity.ts';
import { generateGatewayNotes } from './gateway-notes.ts';
import { generateMerchants } from './merchants.ts';
import { generateNotifications } from './notifications.ts';
import type { Generator, Page } from './page.ts';
import { generateRecipes } from './recipes.ts';
import { generateTestInterface } from './test-interface.ts';
import { generateUnder } from './under.ts';

/** Every generator of documentation, in the order in which they are run. */
const generatorsWith = (proofs: readonly Proof[]): readonly Generator[] => [
  generateTestInterface,
  generateConfiguration,
  catalogueOf(proofs),
  generateNotifications,
  generateGatewayNotes,
  generateMerchants,
  generateRecipes,
  generateUnder,
  generateFidelity,
  generateCompare,
];

/**
 * All generated pages, as they should be.
 *
 * @param proofs what our own tests prove of the simulator: those who generate bring them, because nothing imports tests.
 */
export async function generatedPages(proofs: readonly Proof[]): Promise<Page[]> {
  const pages: Page[] = [];
  for (const generate of generatorsWith(proofs)) pages.push(...(await generate()));
  return pages;
}
