export { FIXTURES } from '../../conformance/service/fixtures.ts';
export { seedFixtures } from '../../conformance/service/seeded-fixtures.ts';

import { suiteOf } from '../../conformance/packs.ts';
import { contract } from './contract.ts';

/** The project's own contract, and the suite for it. */
export const suite = suiteOf(contract);
export { contract, suiteOf };
