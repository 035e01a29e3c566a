import { generateCatalogue } from './catalogue.ts';
import { generateConfiguration } from './configuration.ts';
import { generateGatewayNotes } from './gateway-notes.ts';
import { generateMerchants } from './merchants.ts';
import { generateNotifications } from './notifications.ts';
import { type Generator, type Page, writePages } from './page.ts';
import { generateTestInterface } from './test-interface.ts';

/** Every generator of documentation, in the order in which they are run. */
export const generators: readonly Generator[] = [
  generateTestInterface,
  generateConfiguration,
  generateCatalogue,
  generateNotifications,
  generateGatewayNotes,
  generateMerchants,
];

/** All generated pages, as they should be. */
export async function generatedPages(): Promise<Page[]> {
  const pages: Page[] = [];
  for (const generate of generators) pages.push(...(await generate()));
  return pages;
}

if (process.argv[1]?.endsWith('all.ts')) {
  const written = await writePages(await generatedPages());
  console.log(written.length === 0 ? 'All generated pages are up to date.' : written.join('\n'));
}
