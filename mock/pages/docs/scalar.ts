import { existsSync, readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Returns the file name of Scalar's script in its URL. The name contains the version of Scalar, so that browsers can
 * keep the file for a long time.
 */
export function scalarName(): string {
  const manifest = JSON.parse(readFileSync(findPackageJSON(import.meta.url) ?? '', 'utf8')) as {
    readonly devDependencies: { readonly '@scalar/api-reference': string };
  };
  return `scalar-${manifest.devDependencies['@scalar/api-reference']}.js`;
}

/**
 * Returns the path of Scalar's script. In the npm package, Scalar's script is next to this module. In a checkout of the
 * repository, Scalar's script is in node_modules.
 */
export function scalarFile(): string {
  const built = fileURLToPath(new URL('scalar-bundle.js', import.meta.url));
  if (existsSync(built)) return built;
  const installed = findPackageJSON('@scalar/api-reference', import.meta.url) ?? '';
  return join(dirname(installed), 'dist/browser/standalone.js');
}
