import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * The module `yaml`, which returns the positions of values. The 70 files of the module are loaded at the first use,
 * since most runs do not need the position of a value.
 */
export function yamlNodes(): typeof import('yaml') {
  return require('yaml');
}
