import { cpSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import ts from 'typescript';

/**
 * Moves the compiled suite from dist/ into the package `integration-contract-suite`. Relative imports between the two
 * packages become imports by package name.
 */

const ROOT = join(import.meta.dirname, '..');
const SUITE = 'conformance/dist';
const SUITE_FOLDERS = ['src/run', 'conformance'];

for (const folder of SUITE_FOLDERS) {
  mkdirSync(dirname(join(ROOT, SUITE, folder)), { recursive: true });
  renameSync(join(ROOT, 'dist', folder), join(ROOT, SUITE, folder));
}
cpSync(join(ROOT, 'LICENSE'), join(ROOT, 'conformance/LICENSE'));
nameImports('dist');
nameImports(SUITE);

/** Replaces the relative imports of a package that lead to the other package. */
function nameImports(folder: string): void {
  for (const file of globSync(
    ['mock', 'src', 'conformance'].map((top) => `${top}/**/*.{js,d.ts}`),
    { cwd: join(ROOT, folder) },
  )) {
    const path = join(ROOT, folder, file);
    const source = readFileSync(path, 'utf8');
    let named = source;
    // Replaces the last import first, so that the positions of the earlier imports stay valid.
    for (const { fileName, pos } of ts
      .preProcessFile(source, true, true)
      .importedFiles.toSorted((a, b) => b.pos - a.pos)) {
      if (!fileName.startsWith('.')) continue;
      // Imports in declaration files still have the file extension `.ts`.
      const target = posix.join(posix.dirname(file), fileName).replace(/\.ts$/, '.js');
      if (isOfSuite(target) === isOfSuite(file)) continue;
      const name = isOfSuite(target) ? 'integration-contract-suite' : 'integration-contract';
      // `pos` is the position of the quotation mark before the file name in the import.
      named = `${named.slice(0, pos + 1)}${name}/internal/${target}${named.slice(pos + 1 + fileName.length)}`;
    }
    if (named !== source) writeFileSync(path, named);
  }
}

function isOfSuite(path: string): boolean {
  return SUITE_FOLDERS.some((folder) => path.startsWith(`${folder}/`));
}
