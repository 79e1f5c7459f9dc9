import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * The module `yaml`, which returns the positions of values. Its 70 files are loaded at the first use, since most runs
 * need no position.
 */
export function yamlNodes(): typeof import('yaml') {
  return require('yaml');
}
