import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly homepage?: string;
}

/** Name and version of the suite. `homepage`: URL of its published files; undefined before the first publication. */
export const { name, version, homepage } = JSON.parse(
  readFileSync(findPackageJSON(import.meta.url) ?? '', 'utf8'),
) as Manifest;
