import { describe, expect, test } from 'vitest';
import { importsOf, packagesOf, sourceFiles, valueImportsOf } from '../tools/imports.ts';

/**
 * Folders of the project, with the folders that each folder may import, in the order of docs/architecture.md. A folder
 * may import itself, the folders that its row names, and all folders that the named folders may import. A file belongs
 * to the first row with a path with which the path of the file begins.
 */
const ROWS: readonly (readonly [name: string, paths: readonly string[], mayImport: readonly string[]])[] = [
  ['contract', ['src/contract/'], []],
  ['run-result', ['src/run-result/'], ['contract']],
  ['report', ['src/report/'], ['run-result']],
  ['client', ['src/client/'], ['contract']],
  ['project', ['src/project.ts', 'src/base-url.ts'], ['contract']],
  ['spec', ['spec/'], ['contract', 'project']],

  ['core', ['mock/core/'], ['contract']],
  ['stores', ['mock/stores/'], ['core']],
  ['sandboxes', ['mock/sandboxes/'], ['stores']],
  ['journal', ['mock/journal/'], ['sandboxes']],
  ['faults', ['mock/faults/'], ['sandboxes']],
  ['pipeline', ['mock/pipeline/'], ['journal', 'faults']],
  ['control', ['mock/control/'], ['pipeline']],
  ['proxy', ['mock/proxy/'], ['pipeline']],
  ['pages', ['mock/pages/'], ['pipeline']],
  ['mock service', ['mock/service/'], ['core', 'client', 'spec']],
  [
    'mock with the service',
    ['mock/index.ts', 'mock/server.ts', 'mock/msw.ts'],
    ['mock', 'mock service', 'client', 'project'],
  ],
  ['mock', ['mock/'], ['control', 'proxy', 'pages', 'client']],

  ['connection', ['conformance/connection/'], ['contract', 'run-result']],
  ['engine', ['conformance/engine/'], ['connection']],
  ['derived', ['conformance/derived/'], ['engine']],
  ['explore', ['conformance/explore/'], ['engine']],
  ['conformance service', ['conformance/service/'], ['engine', 'client', 'spec']],
  ['packs', ['conformance/packs.ts'], ['derived', 'explore', 'conformance service', 'project']],
  ['vitest', ['conformance/vitest/'], ['packs']],
  ['conformance', ['conformance/index.ts'], ['vitest']],
  ['correct', ['conformance/correct/'], []],
  ['faulty', ['conformance/faulty/'], ['contract']],

  ['run', ['src/run/'], ['mock with the service', 'conformance', 'report']],
  ['cli', ['src/cli/'], ['run', 'client']],
  ['tools', ['tools/'], ['everything']],
  ['test', ['test/'], ['everything']],
];

const HELPERS = 'test/helpers/';

function rowOf(file: string): string {
  return ROWS.find(([, paths]) => paths.some((path) => file.startsWith(path)))?.[0] ?? 'everything';
}

/**
 * Names of all rows from which the folders of the row `name` may import; the row `name` itself is one of these rows.
 */
function reachable(name: string): ReadonlySet<string> {
  const [, , direct = []] = ROWS.find(([row]) => row === name) ?? [];
  return direct.reduce<ReadonlySet<string>>((all, one) => all.union(reachable(one)), new Set([name]));
}

const files = sourceFiles('spec', 'src', 'mock', 'conformance', 'tools', 'test');
const graph = new Map(files.map((file) => [file, importsOf(file)]));

function mayImport(from: string, to: string): boolean {
  const row = rowOf(from);
  if (to.startsWith(HELPERS)) return row === 'test' || /\.test\.ts$/.test(from) || row === 'faulty' || row === 'tools';
  const allowed = reachable(row);
  return allowed.has('everything') || allowed.has(rowOf(to));
}

test('imports between folders only in the allowed directions', () => {
  const violations = [...graph.values()].flat().filter(({ from, to }) => !mayImport(from, to));
  expect(violations.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
});

test('contains no import cycle between source files, including imports of types', () => {
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' → '));
    if (done.has(file) || path.includes(file)) return;
    for (const { to } of graph.get(file) ?? []) visit(to, [...path, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
  expect(cycles).toEqual([]);
});

test('loads the suite only with `import()`, since the suite is a package of its own', () => {
  const isOfSuite = (file: string) => /^(?:conformance|src\/run)\//.test(file);
  const found = new Set(['src/cli/program.ts', 'mock/index.ts', 'mock/msw.ts', 'src/client/index.ts']);
  for (const file of found) for (const to of valueImportsOf(file)) found.add(to);
  expect([...found].filter(isOfSuite)).toEqual([]);
  expect(found.size).toBeGreaterThan(100);
});

describe('packages', () => {
  test('imports only node: modules in the source files of the second correct server', () => {
    const own = files.filter((file) => file.startsWith('conformance/correct/'));
    expect(own.length).toBeGreaterThan(0);
    expect(own.flatMap(packagesOf).filter((name) => !name.startsWith('node:'))).toEqual([]);
  });

  test('does not import Express in the contract and in the core of the mock', () => {
    const own = files.filter((file) => /^(?:src\/contract|mock\/core)\//.test(file));
    expect(own.flatMap(packagesOf).filter((name) => name === 'express')).toEqual([]);
  });

  test('imports only openapi-fetch in the clients, so that the clients run in a browser', () => {
    const own = files.filter((file) => file.startsWith('src/client/') && !file.endsWith('.test.ts'));
    expect(new Set(own.flatMap(packagesOf))).toEqual(new Set(['openapi-fetch']));
  });
});
