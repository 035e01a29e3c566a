import { detailsOf, holds, titleOf } from '../../fixtures/property.ts';
import { test } from '../../fixtures/test.ts';
import { idempotency } from '../../suite/properties/index.ts';

for (const property of idempotency) test(titleOf(property), detailsOf(property), holds(property));
