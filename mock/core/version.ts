import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly homepage?: string;
}

/**
 * The name and the version of the package. `homepage` is the URL of the published files of the package; undefined
 * before the first publication.
 */
export const { name, version, homepage } = JSON.parse(
  readFileSync(findPackageJSON(import.meta.url) ?? '', 'utf8'),
) as Manifest;
