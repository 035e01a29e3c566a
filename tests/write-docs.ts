/** `npm run docs`: writes the generated pages that are out of step. */
import { generatedPages } from '../scripts/docs/all.ts';
import { writePages } from '../scripts/docs/page.ts';
import { duties } from './simulator/duties/index.ts';

const written = await writePages(await generatedPages(duties));
console.log(written.length === 0 ? 'All generated pages are up to date.' : written.join('\n'));
