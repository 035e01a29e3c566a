import { checksPage } from './catalogue/checks-page.ts';
import { faultsPage } from './catalogue/faults-page.ts';
import { magicPage } from './catalogue/magic-page.ts';
import { readingsPage } from './catalogue/readings-page.ts';
import { requirementsPage } from './catalogue/requirements-page.ts';
import type { Generator } from './page.ts';

/** The pages that are lists of what the suite and the simulator have. */
export const generateCatalogue: Generator = async () => [
  checksPage(),
  requirementsPage(),
  readingsPage(),
  faultsPage(),
  magicPage(),
];
