import { existsSync, readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const manifest = JSON.parse(readFileSync(findPackageJSON(import.meta.url) ?? '', 'utf8')) as {
  readonly devDependencies: { readonly '@scalar/api-reference': string };
};

/** File name of the bundle of Scalar in a URL. It changes with the version, so that browsers can keep the file. */
export const SCALAR = `scalar-${manifest.devDependencies['@scalar/api-reference']}.js`;

/** Path of the bundle: next to this module in the package, and in node_modules in a checkout. */
export function scalarFile(): string {
  const built = fileURLToPath(new URL('scalar-bundle.js', import.meta.url));
  if (existsSync(built)) return built;
  const installed = findPackageJSON('@scalar/api-reference', import.meta.url) ?? '';
  return join(dirname(installed), 'dist/browser/standalone.js');
}
