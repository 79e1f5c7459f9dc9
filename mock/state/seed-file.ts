import { readDataFile } from '../../src/contract/data-file.ts';
import { loadControlContract } from '../admin/control-contract.ts';
import { EMPTY_WORLD, type World, worldMistakes } from './world.ts';

/**
 * Reads a seed, YAML or JSON, of the form of spec/seed.yaml and of any size; lists that are left out are empty.
 *
 * @throws DataError that lists each mistake with its line
 */
export async function readSeed(path: string): Promise<World> {
  const data = readDataFile(path, Number.POSITIVE_INFINITY);
  const control = await loadControlContract();
  data.refuse(control.schema('World')(data.value));
  const world = { ...EMPTY_WORLD, ...(data.value as Partial<World>) };
  data.refuse(worldMistakes(world));
  return world;
}
