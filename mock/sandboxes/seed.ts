import { readFileSync } from 'node:fs';
import { parseYamlOnce } from '../../src/contract/document/parsed-cache.ts';
import { SEED_FILE } from '../../src/project.ts';
import type { World } from './world.ts';

/** The API key of a mock that was given none. */
export const SEED_API_KEY = 'test-key';

/** What a new mock knows, unless it is given another seed (spec/seed.yaml). */
export const SEED = (await parseYamlOnce(readFileSync(SEED_FILE, 'utf8'))) as World;
