import { isCertified } from './support/foreign-merchant.ts';

await isCertified('python');
