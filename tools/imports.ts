import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** A relative import as it is written, resolved to a path from the root of the project. */
export interface ResolvedImport {
  readonly from: string;
  readonly to: string;
}

/** Every relative import of a source file, also of types and `import()`. */
export function importsOf(file: string): ResolvedImport[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(join(ROOT, file), 'utf8'), true, true);
  return importedFiles
    .filter(({ fileName }) => fileName.startsWith('.'))
    .map(({ fileName }) => ({ from: file, to: normalize(join(dirname(file), fileName)) }));
}

/** Modules that are no files of this project: packages and `node:`. */
export function packagesOf(file: string): string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(join(ROOT, file), 'utf8'), true, true);
  return importedFiles.map(({ fileName }) => fileName).filter((name) => !name.startsWith('.'));
}

/** Source files below the folders, from the root of the project. */
export function sourceFiles(...folders: readonly string[]): string[] {
  return folders.flatMap((folder) => globSync(`${folder}/**/*.{ts,js}`, { cwd: ROOT })).sort();
}
