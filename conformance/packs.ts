import type { Contract } from '../src/contract/contract.ts';
import { loadRequirements } from '../src/contract/requirement.ts';
import { REQUIREMENTS_FILE } from '../src/project.ts';
import { documentPack } from './derived/index.ts';
import type { RulePackFactory } from './engine/rules/rule-pack.ts';
import { Suite } from './engine/runner/suite.ts';
import { explorationPack } from './explore/explorations.ts';
import { servicePack } from './service/index.ts';
import { makeKeysAhead } from './service/jwt-keys/key-material.ts';

/**
 * The rule packs of a run, for the OpenAPI document, for the Integration Management Service, and for explorations.
 *
 * @public since a worker thread loads this module by its URL
 */
export const packs: readonly RulePackFactory[] = [
  documentPack,
  servicePack(loadRequirements(REQUIREMENTS_FILE)),
  explorationPack,
];

/** The formats that the OpenAPI document uses in addition to those of JSON Schema. @public */
export { FORMATS as formats } from '../spec/formats/index.ts';
/** Generates the RSA key pair of a run, while a worker thread waits for this run. @public */
export const prepare = makeKeysAhead;

const suites = new WeakMap<Contract, Suite>();

/** The suite for a contract. Calls with the same contract return the same suite. */
export function suiteOf(contract: Contract): Suite {
  const suite = suites.get(contract) ?? new Suite(contract, packs);
  suites.set(contract, suite);
  return suite;
}
