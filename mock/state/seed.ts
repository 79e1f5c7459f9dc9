import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { readDataFile } from '../../src/contract/data-file.ts';
import { SEED_FILE } from '../../src/contract/project-files.ts';
import { loadControlContract } from '../admin/control-contract.ts';
import { EMPTY_WORLD, type World, worldMistakes } from './world.ts';

/** The API key of a mock that was given none. */
export const SEED_API_KEY = 'test-key';

/** What a new mock knows, unless it is given another seed (spec/seed.yaml). */
export const SEED: World = parse(readFileSync(SEED_FILE, 'utf8'));

/**
 * Reads a seed, YAML or JSON, of the form of spec/seed.yaml; lists that are left out are empty.
 *
 * @throws DataError that lists each mistake with its line
 */
export async function readSeed(path: string): Promise<World> {
  const data = readDataFile(path);
  const control = await loadControlContract();
  data.refuse(control.schema('World')(data.value));
  const world = { ...EMPTY_WORLD, ...(data.value as Partial<World>) };
  data.refuse(worldMistakes(world));
  return world;
}
