import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const read = (file: string) => JSON.parse(readFileSync(join(import.meta.dirname, '..', file), 'utf8'));
const root = read('package.json');
const suite = read('conformance/package.json');

test('gives both packages the same version, and makes each package accept only this version of the other package', () => {
  expect(suite.version).toBe(root.version);
  expect(suite.peerDependencies[root.name]).toBe(root.version);
  expect(root.peerDependencies[suite.name]).toBe(root.version);
  expect(root.peerDependenciesMeta[suite.name]).toEqual({ optional: true });
});

test('lists every dependency of the suite, with the same version, in the development dependencies of the root package', () => {
  expect(root.devDependencies).toMatchObject(suite.dependencies);
});
