import type { Contract } from '../../src/contract/contract.ts';
import { programData, readDataFile } from '../../src/contract/data-file.ts';
import { deduplicate } from '../../src/contract/explain/deduplicate.ts';
import type { Kinds } from '../core/kinds.ts';
import type { World } from '../core/service.ts';
import { completeState, stateErrors } from './state.ts';

/**
 * Loads a seed from a value, or from a YAML or JSON file of any size. A collection that is absent in the seed is empty.
 *
 * @param control document of the control API, which contains the schema `World` of a seed
 * @throws DataError that lists every error with its line in the file
 */
export function loadSeed(given: string | Partial<World>, kinds: Kinds, control: Contract): World {
  const data =
    typeof given === 'string' ? readDataFile(given, Number.POSITIVE_INFINITY) : programData('createMock', given);
  data.requireNone(deduplicate(control.schema('World')(data.value)));
  const state = completeState(kinds, data.value as World);
  data.requireNone(stateErrors(kinds, state));
  return state;
}
