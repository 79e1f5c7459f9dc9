import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Relative import of a source file, resolved to a path from the root of the project. */
export interface ResolvedImport {
  readonly from: string;
  readonly to: string;
}

/** Relative imports of a source file, including types and `import()`. */
export function importsOf(file: string): ResolvedImport[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(join(ROOT, file), 'utf8'), true, true);
  return importedFiles
    .filter(({ fileName }) => fileName.startsWith('.'))
    .map(({ fileName }) => ({ from: file, to: normalize(join(dirname(file), fileName)) }));
}

/** Modules that Node.js loads before it runs a source file: all imports except types and `import()`. */
export function valueImportsOf(file: string): string[] {
  const { outputText } = ts.transpileModule(readFileSync(join(ROOT, file), 'utf8'), {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ESNext, verbatimModuleSyntax: true },
  });
  const { statements } = ts.createSourceFile(file, outputText, ts.ScriptTarget.ESNext);
  return statements
    .map((one) => (ts.isImportDeclaration(one) || ts.isExportDeclaration(one) ? one.moduleSpecifier : undefined))
    .filter((specifier) => specifier !== undefined && ts.isStringLiteral(specifier))
    .map(({ text }) => text)
    .filter((name) => name.startsWith('.'))
    .map((name) => normalize(join(dirname(file), name)));
}

/** Imported packages and `node:` modules of a source file. */
export function packagesOf(file: string): string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(join(ROOT, file), 'utf8'), true, true);
  return importedFiles.map(({ fileName }) => fileName).filter((name) => !name.startsWith('.'));
}

/** Source files below the folders, as paths from the root of the project. */
export function sourceFiles(...folders: readonly string[]): string[] {
  return folders
    .flatMap((folder) => globSync(`${folder}/**/*.{ts,js}`, { cwd: ROOT, exclude: ['conformance/dist/**'] }))
    .sort();
}
