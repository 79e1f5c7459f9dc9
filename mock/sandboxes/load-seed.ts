import { givenData, readDataFile } from '../../src/contract/data-file.ts';
import { toldOnce } from '../../src/contract/explain/deduplicate.ts';
import { loadControlContract } from '../core/control-document.ts';
import { EMPTY_WORLD, type World, worldMistakes } from './world.ts';

/**
 * A seed of the form of spec/seed.yaml and of any size, given or read from a file, YAML or JSON; lists that are left
 * out are empty.
 *
 * @throws DataError that lists each mistake, with its line in the file
 */
export async function loadSeed(given: string | Partial<World>): Promise<World> {
  const data =
    typeof given === 'string' ? readDataFile(given, Number.POSITIVE_INFINITY) : givenData('createMock', given);
  const control = await loadControlContract();
  data.refuse(toldOnce(control.schema('World')(data.value)));
  const world = { ...EMPTY_WORLD, ...(data.value as Partial<World>) };
  data.refuse(worldMistakes(world));
  return world;
}
