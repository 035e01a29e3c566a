import { detailsOf, holds, titleOf } from '../../fixtures/property.ts';
import { test } from '../../fixtures/test.ts';
import { signatures } from '../../suite/properties/index.ts';

for (const property of signatures) test(titleOf(property), detailsOf(property), holds(property));
