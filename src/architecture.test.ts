import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** Imports run one way: contract → mock, conformance → report → cli. mock and conformance never meet but over HTTP. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'src/contract': ['src/contract'],
  'src/client': ['src/client', 'src/contract'],
  mock: ['mock', 'src/client', 'src/contract'],
  conformance: ['conformance', 'src/contract'],
  'src/report': ['src/report', 'conformance', 'src/contract'],
  'src/cli': ['src/cli', 'src/report', 'conformance', 'mock', 'src/client', 'src/contract'],
  'src/testing': ['src/testing'],
};

/** Helpers that no package holds: tests alone may import them. */
const OF_TESTS = 'src/testing';

const root = fileURLToPath(new URL('..', import.meta.url));
const files = Object.keys(MAY_IMPORT).flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: root }));

function layerOf(file: string): string {
  return Object.keys(MAY_IMPORT).find((folder) => file.startsWith(`${folder}/`)) ?? 'elsewhere';
}

test.each(files)('%s imports only what it may', (file) => {
  const source = readFileSync(join(root, file), 'utf8');
  const imports = [...source.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map(([, path]) =>
    normalize(join(dirname(file), path ?? '')),
  );
  const allowed = [...(MAY_IMPORT[layerOf(file)] ?? []), ...(/\.(?:test|fixture)\.ts$/.test(file) ? [OF_TESTS] : [])];
  expect(imports.filter((path) => !allowed.includes(layerOf(path)))).toEqual([]);
});

test('the second correct server shares nothing with anything: it is node:http and its own files', () => {
  const own = files.filter((file) => file.startsWith('conformance/correct/'));
  const imports = own.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/(?:from|import\()\s*'([^']+)'/g)].map(
      ([, path]) => path ?? '',
    ),
  );
  expect(own.length).toBeGreaterThan(0);
  expect(imports.filter((path) => !/^(\.\/[a-z-]+\.ts|node:[a-z]+)$/.test(path))).toEqual([]);
});

test('the core names nothing of this service', () => {
  const core = files.filter((file) => file.startsWith('src/contract/') && !/generated|\.test\.ts$/.test(file));
  const naming = core.filter((file) =>
    /jwt|invite|installation|salesforce|projectIdOrName|[^a-z]express'/i.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(naming).toEqual([]);
});

test('the clients run in a browser: they need openapi-fetch and what is generated, nothing else', () => {
  const clients = files.filter((file) => file.startsWith('src/client/') && !file.endsWith('.test.ts'));
  const imports = clients.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/(?:from|import\()\s*'([^']+)'/g)].map(([, path]) => path),
  );
  expect(new Set(imports.filter((path) => !/^(\.|\.\.\/contract\/generated)\/[a-z-]+\.ts$/.test(path ?? '')))).toEqual(
    new Set(['openapi-fetch']),
  );
});
