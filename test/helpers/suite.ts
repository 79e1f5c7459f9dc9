import { suiteOf } from '../../conformance/packs.ts';
import { contract } from './contract.ts';

/** The project's own contract, and the suite for it. */
export const suite = suiteOf(contract);
export { contract, suiteOf };
