export { FIXTURES } from '../../conformance/service/fixtures.ts';
export { seedFixtures } from '../../conformance/service/seeded-fixtures.ts';

import { suiteOf } from '../../conformance/packs.ts';
import { contract } from './contract.ts';

/** Suite for the contract of this project. */
export const suite = suiteOf(contract);
export { contract, suiteOf };
