import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  ConfigurationError,
  FIXTURES,
  loadConfiguration,
  parseConfiguration,
  type TargetConfiguration,
} from '../../../conformance/index.ts';
import { programData } from '../../contract/data-file.ts';
import type { Environment } from '../../run/connection.ts';

/** Conventional name of the configuration file, and its extensions in the order of the search. */
const NAME = 'integration-contract.config';
const ENDINGS = ['yaml', 'yml', 'json', 'ts', 'js', 'mjs'];

/**
 * Path of the configuration file with the conventional name in the current folder; undefined if the folder has none.
 */
export function conventionalFile(): string | undefined {
  return ENDINGS.map((ending) => `${NAME}.${ending}`).find((name) => existsSync(name));
}

/**
 * Loads the configuration from YAML, JSON, or a module whose default export is the
 * configuration.
 *
 * @throws ConfigurationError with the file and every violation
 */
export async function loadFile(path: string, environment: Environment): Promise<TargetConfiguration> {
  if (!/\.m?[jt]s$/.test(path)) return loadConfiguration(path, environment, FIXTURES);
  return parseConfiguration(programData(path, await exportOf(path)), path, environment, FIXTURES);
}

async function exportOf(path: string): Promise<unknown> {
  let module: Readonly<Record<string, unknown>>;
  try {
    module = await import(pathToFileURL(resolve(path)).href);
  } catch (error) {
    throw new ConfigurationError(`${path} cannot be loaded: ${(error as Error).message}.`, { cause: error });
  }
  if (module.default === undefined)
    throw new ConfigurationError(`${path} has no default export. Export the configuration with \`export default\`.`);
  return module.default;
}
