import type { Contract } from '../../src/contract/contract.ts';
import { programData, readDataFile } from '../../src/contract/data-file.ts';
import { deduplicate } from '../../src/contract/explain/deduplicate.ts';
import type { Kinds } from '../core/kinds.ts';
import type { World } from '../core/service.ts';
import { completeWorld, worldMistakes } from './world.ts';

/**
 * A seed of any size, given or read from a file, YAML or JSON; absent lists are empty. `control` is the document of the
 * control API, whose `World` it is.
 *
 * @throws DataError that lists each mistake, with its line in the file
 */
export function loadSeed(given: string | Partial<World>, kinds: Kinds, control: Contract): World {
  const data =
    typeof given === 'string' ? readDataFile(given, Number.POSITIVE_INFINITY) : programData('createMock', given);
  data.requireNone(deduplicate(control.schema('World')(data.value)));
  const world = completeWorld(kinds, data.value as World);
  data.requireNone(worldMistakes(kinds, world));
  return world;
}
