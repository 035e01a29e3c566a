import { checksPages } from './catalogue/checks-page.ts';
import { faultsPage } from './catalogue/faults-page.ts';
import { groundsPage } from './catalogue/grounds-page.ts';
import { magicPage } from './catalogue/magic-page.ts';
import { readingsPage } from './catalogue/readings-page.ts';
import { type Proof, requirementsPages } from './catalogue/requirements-page.ts';
import type { Generator } from './page.ts';

/** The pages that are lists of what the suite, the simulator and its proofs have. */
export const catalogueOf =
  (proofs: readonly Proof[]): Generator =>
  async () => [
    ...checksPages(),
    ...requirementsPages(proofs),
    groundsPage(),
    readingsPage(),
    faultsPage(),
    magicPage(),
  ];
