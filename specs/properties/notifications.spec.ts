import { detailsOf, holds, titleOf } from '../../fixtures/property.ts';
import { test } from '../../fixtures/test.ts';
import { notifications } from '../../suite/properties/index.ts';

for (const property of notifications) test(titleOf(property), detailsOf(property), holds(property));
