import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * The module `yaml`, which returns the positions of values. The first use loads its 70 files, since most runs need no
 * position.
 */
export function yamlNodes(): typeof import('yaml') {
  return require('yaml');
}
