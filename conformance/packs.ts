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
 * The rule packs of a run: the document, the Integration Management Service, explorations.
 *
 * @public a worker loads this module by its URL
 */
export const packs: readonly RulePackFactory[] = [
  documentPack,
  servicePack(loadRequirements(REQUIREMENTS_FILE)),
  explorationPack,
];

/** The formats of the document. @public */
export { FORMATS as formats } from '../spec/formats/index.ts';
/** Work that a worker thread does while it waits for a run. @public */
export const prepare = makeKeysAhead;

const suites = new WeakMap<Contract, Suite>();

/** The suite for a contract, which is composed once per contract. */
export function suiteOf(contract: Contract): Suite {
  const suite = suites.get(contract) ?? new Suite(contract, packs);
  suites.set(contract, suite);
  return suite;
}
