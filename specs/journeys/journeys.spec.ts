import { detailsOf, holds, titleOf } from '../../fixtures/property.ts';
import { test } from '../../fixtures/test.ts';
import { journeys } from '../../suite/properties/index.ts';

for (const journey of journeys) test(titleOf(journey), detailsOf(journey), holds(journey));
