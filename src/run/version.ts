import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';

interface Manifest {
  readonly name: string;
  readonly version: string;
}

/** Name and version of this package. */
export const { name, version } = JSON.parse(readFileSync(findPackageJSON(import.meta.url) ?? '', 'utf8')) as Manifest;
