import { passesItsShare } from './support/foreign-merchant.ts';

await passesItsShare('php');
