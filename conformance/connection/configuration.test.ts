import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FIXTURES } from '../../test/helpers/suite.ts';
import { ConfigurationError, checkFixtures, loadConfiguration, requireDistinct } from './configuration.ts';
import type { Fixtures } from './fixture-kind.ts';

const path = join(mkdtempSync(join(tmpdir(), 'configuration-')), 'target.yaml');

function load(text: string, environment: Readonly<Record<string, string>> = {}) {
  writeFileSync(path, text);
  return loadConfiguration(path, environment, FIXTURES);
}

/** What is said of the mistakes, without the file and without what is around them. */
function mistakes(text: string, environment: Readonly<Record<string, string>> = {}): string[] {
  try {
    load(text, environment);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const [complaint, ...reasons] = error.message.split('\n');
    expect(complaint).toBe(`${path} is not a target's configuration:`);
    return reasons.map((reason) => reason.trim());
  }
  return [];
}

test('all that a target may be told by is read, as YAML or as JSON', () => {
  const named = { id: 'a', name: 'b' };
  const whole = {
    baseUrl: 'https://staging.example.com/prefix',
    apiKey: 'k',
    consent: 'writes',
    maxRps: 0.5,
    emailDomain: 'qa.example.com',
    ca: 'ca.pem',
    waivers: 'waivers.yaml',
    headers: { 'X-Team': 'blue' },
    provision: { command: ['make', 'fixtures'], timeoutSeconds: 0.1 },
    cleanup: { url: 'https://hooks.example.com/x' },
    fixtures: {
      project: named,
      otherProject: named,
      org: { id: 'a', name: 'b' },
      integration: { id: 'a' },
      otherIntegration: { id: 'a', name: 'b' },
      provider: 'p',
      installations: ['i'],
      forbiddenApiKey: 'f',
    },
  };
  expect(load(JSON.stringify(whole))).toEqual(whole);
  expect(load('fixtures:\n  installations:\n    - i\n')).toEqual({ fixtures: { installations: ['i'] } });
  expect(load('# to be filled in\n~')).toEqual({});
});

test.each([
  ['what is not known', 'baseURL: x', '/baseURL: is not known here'],
  ['what is not known of a fixture', 'fixtures: {org: {id: a, key: b}}', '/fixtures/org/key: is not known here'],
  ['what is not known of a hook', 'cleanup: {url: "http://h", shell: sh}', '/cleanup/shell: is not known here'],
  ['a fixture that there is not', 'fixtures: {team: x}', '/fixtures/team: is not known here'],
  ['a list in place of a configuration', '[]', '/: expected an object, got an empty array'],
  ['an empty base URL', 'baseUrl: ""', '/baseUrl: expected at least 1 character, got ""'],
  ['a rate of nothing', 'maxRps: 0', '/maxRps: expected a number above 0, got 0'],
  ['consent to less than writes', 'consent: reads', '/consent: expected "writes", got "reads"'],
  [
    'a domain that is one name',
    'emailDomain: localhost',
    '/emailDomain: expected a text that matches [.], got "localhost"',
  ],
  ['a domain that is none', 'emailDomain: a b.c', '/emailDomain: expected the format hostname, got "a b.c"'],
  [
    'a project without a name',
    'fixtures: {project: {id: a}}',
    '/fixtures/project/name: expected the property name, got nothing',
  ],
  [
    'an organization without an ID',
    'fixtures: {org: {name: a}}',
    '/fixtures/org/id: expected the property id, got nothing',
  ],
  [
    'an installation without a name',
    'fixtures: {installations: [""]}',
    '/fixtures/installations/0: expected at least 1 character, got ""',
  ],
  [
    'a command of nothing',
    'provision: {command: []}',
    '/provision/command: expected at least 1 item, got an empty array',
  ],
  [
    'a hook that takes no time',
    'provision: {url: "http://h", timeoutSeconds: 0}',
    '/provision/timeoutSeconds: expected a number above 0, got 0',
  ],
  [
    'a hook of another scheme',
    'cleanup: {url: "ftp://http://h"}',
    '/cleanup/url: expected a text that matches ^https?://, got "ftp://http://h"',
  ],
  [
    'a hook of both kinds',
    'cleanup: {url: "http://h", command: [a]}',
    '/cleanup: expected either a command or a url, got both',
  ],
])('%s is a mistake, told with its place and what would be right', (_, text, want) => {
  expect(mistakes(text)).toEqual([want]);
});

test('every mistake is told at once', () => {
  expect(mistakes('cleanup: {timeoutSeconds: 1, shell: sh}\nbaseURL: x')).toEqual([
    '/baseURL: is not known here',
    '/cleanup/command: expected the property command, got nothing',
    '/cleanup/url: expected the property url, got nothing',
    '/cleanup/shell: is not known here',
  ]);
  expect(mistakes('baseURL: x\nmaxRps: no\nfixtures: {provider: 1}')).toHaveLength(3);
});

test.each([
  ['apiKey: [s3cr3t]', '/apiKey: expected a string, got something else'],
  ['headers: {X-Gateway: [s3cr3t]}', '/headers/X-Gateway: expected a string, got something else'],
  ['fixtures: {forbiddenApiKey: {a: s3cr3t}}', '/fixtures/forbiddenApiKey: expected a string, got something else'],
])('where a secret belongs, what stands there is not told: %s', (text, want) => {
  expect(mistakes(text)).toEqual([want]);
});

test('a variable stands for its value in any text, also for an empty one; other dollars are left alone', () => {
  const environment = { KEY: 'k-1', _a9: 'b', EMPTY: '' };
  // biome-ignore-start lint/suspicious/noTemplateCurlyInString: a configuration reads them
  expect(load('apiKey: "<${KEY}${EMPTY}-${_a9}>"', environment).apiKey).toBe('<k-1-b>');
  expect(load('fixtures: {installations: ["${KEY}", "$KEY", "${9}"]}', environment).fixtures?.installations).toEqual([
    'k-1',
    '$KEY',
    '${9}',
  ]);
  expect(() => load('headers: {X-A: "${KEY}", X-B: "${NONE}"}', environment)).toThrow(
    new ConfigurationError(`${path}: the environment variable NONE is not set.`),
  );
  // biome-ignore-end lint/suspicious/noTemplateCurlyInString: a configuration reads them
});

test('a file that is not there, cannot be read or is neither YAML nor JSON is told as that', () => {
  expect(() => loadConfiguration('none.yaml', {}, FIXTURES)).toThrow(
    new ConfigurationError('none.yaml: the file does not exist.'),
  );
  expect(() => loadConfiguration(tmpdir(), {}, FIXTURES)).toThrow(/: the file cannot be read \(EISDIR\)/);
  expect(() => load('a: [')).toThrow(/target\.yaml:1:\d+: is neither YAML nor JSON: \S/);
});

test('a file that would take all time or memory is rejected as it is read', () => {
  const bomb = Array.from({ length: 9 }, (_, n) => `  a${n + 1}: &a${n + 1} [${Array(10).fill(`*a${n}`).join(', ')}]`);
  expect(() => load(['fixtures:', '  a0: &a0 [x]', ...bomb].join('\n'))).toThrow(/target\.yaml: .*alias/);
  expect(() => load('['.repeat(20_000))).toThrow(/target\.yaml:1:\d+: .*maxDepth/);
  expect(() => load(`# ${'x'.repeat(2 ** 20)}`)).toThrow(
    new ConfigurationError(`${path}: the file has 1048578 bytes; expected at most 1 MiB.`),
  );
});

test('what a hook says is held against the same fixtures', () => {
  const fixtures = { org: { id: 'o' }, installations: [] };
  expect(checkFixtures(fixtures, 'The hook', FIXTURES)).toBe(fixtures);
  expect(() => checkFixtures({ project: { id: 'a' } }, 'The hook', FIXTURES)).toThrow(
    new ConfigurationError(
      'The hook answers what is no fixtures:\n  /project/name: expected the property name, got nothing',
    ),
  );
});

test.each<[string, Fixtures, string]>([
  [
    'two projects with one ID',
    { project: { id: 'p', name: 'a' }, otherProject: { id: 'p', name: 'b' } },
    'otherProject.id is the same as project.id',
  ],
  [
    'two projects with one name',
    { project: { id: 'p', name: 'a' }, otherProject: { id: 'q', name: 'a' } },
    'otherProject.name is the same as project.name',
  ],
  ['one organization', { org: { id: 'o' }, otherOrg: { id: 'o' } }, 'otherOrg.id is the same as org.id'],
  [
    'one integration',
    { integration: { id: 'i' }, otherIntegration: { id: 'i' } },
    'otherIntegration.id is the same as integration.id',
  ],
  ['an installation twice', { installations: ['1', '2', '1'] }, 'installations[2] is the same as installations[0]'],
  [
    'the API key itself as the one without permission',
    { forbiddenApiKey: 's3cr3t' },
    'forbiddenApiKey is the same as the API key (--api-key, CONTRACT_API_KEY or apiKey)',
  ],
])('%s is a mistake, told with both places and no value', (_, fixtures, want) => {
  expect(() => requireDistinct('s3cr3t', fixtures, FIXTURES)).toThrow(
    new ConfigurationError(`Fixtures have to differ:\n  ${want}`),
  );
});

test('any number of installations is compared', () => {
  const installations = Array.from({ length: 300_000 }, (_, n) => `i${n}`);
  expect(() => requireDistinct('k', { installations }, FIXTURES)).not.toThrow();
  expect(() => requireDistinct('k', { installations: [...installations, 'i7'] }, FIXTURES)).toThrow('installations[7]');
});

test('fixtures of different kinds may be equal, as counted ones are; what is absent is equal to nothing', () => {
  const one = { id: '1', name: '1' };
  const fixtures = { project: one, org: one, integration: one, provider: '1', installations: ['1'] };
  expect(() => requireDistinct('1', fixtures, FIXTURES)).not.toThrow();
  expect(() => requireDistinct('1', undefined, FIXTURES)).not.toThrow();
});
