import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { SEED_FILE } from '../../src/contract/project-files.ts';
import type { World } from './world.ts';

/** The API key of a mock that was given none. */
export const SEED_API_KEY = 'test-key';

/** What a new mock knows (spec/seed.yaml). */
export const SEED: World = parse(readFileSync(SEED_FILE, 'utf8'));
