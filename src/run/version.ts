import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';

interface Manifest {
  readonly name: string;
  readonly version: string;
}

export const { name, version } = JSON.parse(readFileSync(findPackageJSON(import.meta.url) ?? '', 'utf8')) as Manifest;
