import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

interface PackageJson {
  readonly bin: unknown;
  readonly files: unknown;
  readonly exports: Readonly<Record<string, string | { readonly types: string }>>;
}

/**
 * Lines with the entry points of the package, the name of its command, and each exported name with the properties of
 * its type.
 */
export function packageSurface(): string[] {
  const { bin, files, exports } = JSON.parse(readFileSync(`${ROOT}/package.json`, 'utf8')) as PackageJson;
  const modules = Object.entries(exports).flatMap(([entry, target]) =>
    typeof target === 'string' ? [] : [{ entry, file: sourceOf(target.types) }],
  );
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.NodeNext,
    strict: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    noEmit: true,
  };
  const program = ts.createProgram(
    modules.map(({ file }) => file),
    options,
  );
  const checker = program.getTypeChecker();
  const names = modules.flatMap(({ entry, file }) => {
    const source = program.getSourceFile(file);
    const symbol = source && checker.getSymbolAtLocation(source);
    if (!symbol) throw new Error(`${file} exports nothing.`);
    return checker.getExportsOfModule(symbol).map((one) => `${entry} ${one.name}${membersOf(one, checker)}`);
  });
  return [
    `bin ${JSON.stringify(bin)}`,
    `files ${JSON.stringify(files)}`,
    ...Object.keys(exports).map((entry) => `entry ${entry}`),
    ...names.sort(),
  ];
}

/** Source of a types file: `mock/index.ts` for `./dist/mock/index.d.ts`. */
function sourceOf(types: string): string {
  return ROOT + types.replace(/^\.\/dist\//, '').replace(/\.d\.ts$/, '.ts');
}

function membersOf(exported: ts.Symbol, checker: ts.TypeChecker): string {
  const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
  const type =
    symbol.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.TypeAlias | ts.SymbolFlags.Class)
      ? checker.getDeclaredTypeOfSymbol(symbol)
      : checker.getTypeOfSymbol(symbol);
  if (type.flags & ts.TypeFlags.StringLike) return '';
  const members = type
    .getProperties()
    .filter((member) => !member.name.startsWith('__@') && !member.name.startsWith('#'))
    .map(({ name, flags }) => (flags & ts.SymbolFlags.Optional ? `${name}?` : name));
  const calls = type.getCallSignatures().map((signature) => `(${signature.getParameters().length})`);
  return ` ${[...calls, ...members.sort()].join(' ')}`.trimEnd();
}
