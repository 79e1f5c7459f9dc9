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

/** The violations in the message of the ConfigurationError, without file path, line and column. */
function violationsIn(text: string, environment: Readonly<Record<string, string>> = {}): string[] {
  try {
    load(text, environment);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const [headline, ...reasons] = error.message.split('\n');
    expect(headline).toBe(`${path} is not a valid configuration of a target:`);
    return reasons.map((reason) => reason.trim().replace(/^.*?target\.yaml:\d+:\d+: /, ''));
  }
  return [];
}

test('reads every setting from YAML or JSON', () => {
  const named = { id: 'a', name: 'b' };
  const whole = {
    baseUrl: 'https://staging.example.com/prefix',
    start: 'npm run dev',
    ready: 'http://localhost:8080/health',
    startTimeoutSeconds: 5,
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
  expect(load('# empty\n~')).toEqual({});
});

test.each([
  ['an unknown property', 'baseURL: x', '/baseURL: unknown property. Did you mean baseUrl?'],
  ['an unknown property of a fixture', 'fixtures: {org: {id: a, key: b}}', '/fixtures/org/key: unknown property'],
  ['an unknown property of a hook', 'cleanup: {url: "http://h", shell: sh}', '/cleanup/shell: unknown property'],
  ['an unknown fixture', 'fixtures: {team: x}', '/fixtures/team: unknown property'],
  ['a list instead of an object', '[]', '/: expected an object, got an empty array'],
  ['an empty base URL', 'baseUrl: ""', '/baseUrl: expected at least 1 character, got ""'],
  ['a rate of 0', 'maxRps: 0', '/maxRps: expected a number above 0, got 0'],
  ['another consent than writes', 'consent: reads', '/consent: expected "writes", got "reads"'],
  [
    'a domain of one label',
    'emailDomain: localhost',
    '/emailDomain: expected a text that matches [.], got "localhost"',
  ],
  ['an invalid domain', 'emailDomain: a b.c', '/emailDomain: expected the format hostname, got "a b.c"'],
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
    'an installation without an ID',
    'fixtures: {installations: [""]}',
    '/fixtures/installations/0: expected at least 1 character, got ""',
  ],
  ['an empty command', 'provision: {command: []}', '/provision/command: expected at least 1 item, got an empty array'],
  [
    'a hook with a timeout of 0',
    'provision: {url: "http://h", timeoutSeconds: 0}',
    '/provision/timeoutSeconds: expected a number above 0, got 0',
  ],
  [
    'a hook with another scheme',
    'cleanup: {url: "ftp://http://h"}',
    '/cleanup/url: expected a text that matches ^https?://, got "ftp://http://h"',
  ],
  [
    'a hook with a URL and a command',
    'cleanup: {url: "http://h", command: [a]}',
    '/cleanup: expected either a command or a url, got both',
  ],
])('rejects %s, with the JSON Pointer and the expected value in the message', (_, text, want) => {
  expect(violationsIn(text)).toEqual([want]);
});

test('lists every violation in one message', () => {
  expect(violationsIn('cleanup: {timeoutSeconds: 1, shell: sh}\nbaseURL: x')).toEqual([
    '/baseURL: unknown property. Did you mean baseUrl?',
    '/cleanup/command: expected the property command, got nothing',
    '/cleanup/url: expected the property url, got nothing',
    '/cleanup/shell: unknown property',
  ]);
  expect(violationsIn('baseURL: x\nmaxRps: no\nfixtures: {provider: 1}')).toHaveLength(3);
});

test('names the line and the column of each violation', () => {
  expect(() => load('maxRps: 5\nfixtures:\n  projct: {id: a}\n')).toThrow(
    `${path}:3:3: /fixtures/projct: unknown property. Did you mean project?`,
  );
});

test.each([
  ['apiKey: [s3cr3t]', '/apiKey: expected a string, got something else'],
  ['headers: {X-Gateway: [s3cr3t]}', '/headers/X-Gateway: expected a string, got something else'],
  ['fixtures: {forbiddenApiKey: {a: s3cr3t}}', '/fixtures/forbiddenApiKey: expected a string, got something else'],
])('hides an invalid value of a property that may contain a secret: %s', (text, want) => {
  expect(violationsIn(text)).toEqual([want]);
});

test('replaces environment variables in any string, even by an empty value, and keeps all other dollar signs', () => {
  const environment = { KEY: 'k-1', _a9: 'b', EMPTY: '' };
  // biome-ignore-start lint/suspicious/noTemplateCurlyInString: a configuration reads them
  expect(load('apiKey: "<${KEY}${EMPTY}-${_a9}>"', environment).apiKey).toBe('<k-1-b>');
  expect(load('fixtures: {installations: ["${KEY}", "$KEY", "${9}"]}', environment).fixtures?.installations).toEqual([
    'k-1',
    '$KEY',
    '${9}',
  ]);
  // biome-ignore-end lint/suspicious/noTemplateCurlyInString: a configuration reads them
});

test('reports every unset environment variable together with the other violations', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a configuration reads it
  const text = 'baseUrl: "${NONE}"\nheaders: {X-A: "${KEY}", X-B: "${NO_HEADER}${NONE}"}\nmaxRps: many';
  expect(violationsIn(text, { KEY: 'k-1' })).toEqual([
    '/baseUrl: the environment variable NONE is not set',
    '/headers/X-B: the environment variable NO_HEADER is not set',
    '/headers/X-B: the environment variable NONE is not set',
    '/maxRps: expected a number, got "many"',
  ]);
});

test('rejects a file that is missing, unreadable or neither YAML nor JSON', () => {
  expect(() => loadConfiguration('none.yaml', {}, FIXTURES)).toThrow(
    new ConfigurationError('none.yaml: the file does not exist.'),
  );
  expect(() => loadConfiguration(tmpdir(), {}, FIXTURES)).toThrow(/: the file cannot be read \(EISDIR\)/);
  expect(() => load('a: [')).toThrow(/target\.yaml:1:\d+: is neither YAML nor JSON: \S/);
});

test('rejects a file that would need too much time or memory', () => {
  const bomb = Array.from({ length: 9 }, (_, n) => `  a${n + 1}: &a${n + 1} [${Array(10).fill(`*a${n}`).join(', ')}]`);
  expect(() => load(['fixtures:', '  a0: &a0 [x]', ...bomb].join('\n'))).toThrow(/target\.yaml: .*alias/);
  expect(() => load('['.repeat(20_000))).toThrow(/target\.yaml:1:\d+: .*maxDepth/);
  expect(() => load(`# ${'x'.repeat(2 ** 20)}`)).toThrow(
    new ConfigurationError(`${path}: the file has 1048578 bytes; expected at most 1 MiB.`),
  );
});

test('validates the fixtures that a hook returns', () => {
  const fixtures = { org: { id: 'o' }, installations: [] };
  expect(checkFixtures(fixtures, 'The hook', FIXTURES)).toBe(fixtures);
  expect(() => checkFixtures({ project: { id: 'a' } }, 'The hook', FIXTURES)).toThrow(
    new ConfigurationError(
      'The hook returns invalid fixtures:\n  /project/name: expected the property name, got nothing',
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
    'the API key as the key without permission',
    { forbiddenApiKey: 's3cr3t' },
    'forbiddenApiKey is the same as the API key (--api-key, CONTRACT_API_KEY or apiKey)',
  ],
])('rejects %s with a message that names the two equal fixtures and does not show their value', (_, fixtures, want) => {
  expect(() => requireDistinct('s3cr3t', fixtures, FIXTURES)).toThrow(
    new ConfigurationError(`Fixtures must differ:\n  ${want}`),
  );
});

test('finds two equal IDs in a list of 300,000 installations', () => {
  const installations = Array.from({ length: 300_000 }, (_, n) => `i${n}`);
  expect(() => requireDistinct('k', { installations }, FIXTURES)).not.toThrow();
  expect(() => requireDistinct('k', { installations: [...installations, 'i7'] }, FIXTURES)).toThrow('installations[7]');
});

test('accepts missing fixtures, and equal IDs of fixtures for different kinds of records, such as a project and an organization', () => {
  const one = { id: '1', name: '1' };
  const fixtures = { project: one, org: one, integration: one, provider: '1', installations: ['1'] };
  expect(() => requireDistinct('1', fixtures, FIXTURES)).not.toThrow();
  expect(() => requireDistinct('1', undefined, FIXTURES)).not.toThrow();
});
