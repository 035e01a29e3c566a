import { detailsOf, holds, titleOf } from '../../fixtures/property.ts';
import { test } from '../../fixtures/test.ts';
import { statuses } from '../../suite/properties/index.ts';

for (const property of statuses) test(titleOf(property), detailsOf(property), holds(property));
