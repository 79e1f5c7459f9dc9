import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';

interface Manifest {
  readonly name: string;
  readonly version: string;
}

/** Of this package, wherever it was installed. */
export const { name, version } = JSON.parse(readFileSync(findPackageJSON(import.meta.url) ?? '', 'utf8')) as Manifest;
