import { expect, test } from 'vitest';
import { Contract } from '../src/contract/contract.ts';
import { loadRequirements } from '../src/contract/requirement.ts';
import { REQUIREMENTS_FILE } from '../src/project.ts';
import { contract } from '../test/helpers/contract.ts';
import { suiteOf } from './packs.ts';

const requirements = loadRequirements(REQUIREMENTS_FILE);
const { first, last } = suiteOf(contract);
const cases = [first, ...suiteOf(contract).cases(), last];

/** Rules that the suite evaluates in every response, so that no case lists them. */
const ON_EVERY_ANSWER = ['D11', 'D13', 'D15', 'D20', 'D21', 'D22', 'D23', 'D24', 'D26', 'S01'];

test.each(['id', 'title'] as const)('gives each case a unique %s', (name) => {
  const all = cases.map((one) => one[name]);
  expect(all.filter((value, index) => all.indexOf(value) !== index)).toEqual([]);
});

test('gives each case an ID without characters that need quotes in a shell or in YAML', () => {
  expect(cases.map(({ id }) => id).filter((id) => !/^[\w./-]+$/.test(id))).toEqual([]);
});

test('tests each requirement that is not excluded, in a case or in every response', () => {
  const checked = new Set([...ON_EVERY_ANSWER, ...cases.flatMap(({ rules }) => rules)]);
  const unchecked = requirements.filter(({ id, excluded }) => excluded === undefined && !checked.has(id));
  expect(unchecked.map(({ id }) => id)).toEqual([]);
});

test('has no case about an unknown or excluded requirement', () => {
  const judged = new Set(requirements.filter(({ excluded }) => excluded === undefined).map(({ id }) => id));
  const strays = cases.filter(({ rules }) => rules.length === 0 || rules.some((rule) => !judged.has(rule)));
  expect(strays.map(({ title, rules }) => `${title}: ${rules.join(' ')}`)).toEqual([]);
});

/** A copy of the contract without the given operations. */
function without(...operationIds: readonly string[]): Contract {
  const { document } = contract;
  const root = structuredClone(document.root);
  for (const item of Object.values(root.paths as Record<string, Record<string, { operationId?: string }>>))
    for (const [method, operation] of Object.entries(item))
      if (operationIds.includes(operation?.operationId ?? '')) delete item[method];
  return new Contract({ ...document, root }, contract.formats);
}

test.each([
  ['createInvite', ['invites']],
  ['deleteInstallation', ['installations']],
  ['createIntegration', ['projects', 'integrations']],
  ['upsertProviderObjectMetadata', ['projects', 'metadata', 'rejectedMetadata', 'metadataAtTheEnd']],
  [
    'updateJwtKey',
    [
      ...['projects', 'jwtKeyCreation', 'jwtKeyIdentity', 'jwtKeyUpdates', 'jwtKeyRefusals', 'jwtKeyTimes'],
      ...['jwtKeyTexts', 'jwtKeyHistories', 'jwtKeysAtTheEnd'],
    ],
  ],
])('omits exactly the groups of cases that need %s if the document lacks this operation', (operationId, gone) => {
  const names = (one: Contract) =>
    suiteOf(one)
      .groups()
      .map(({ name }) => name);
  const left = names(without(operationId));
  const missing = names(contract).filter((name) => !left.includes(name));
  expect(missing.filter((name) => name.startsWith('behaviour')).toSorted()).toEqual(
    gone.map((name) => `behaviour ${name}`).toSorted(),
  );
  const others = missing.filter((name) => !name.startsWith('behaviour'));
  expect(new Set(others.map((name) => name.split(' ')[1]))).toEqual(new Set([operationId]));
});

test('gives each group of cases a unique name, and each case the tags of its group and of its operations', () => {
  const groups = suiteOf(contract).groups();
  expect(new Set(groups.map(({ name }) => name)).size).toBe(groups.length);
  const all = suiteOf(contract).cases({ runs: 1, seed: 1 });
  for (const kind of ['accepts', 'refuses-body', 'refuses-messages', 'authentication', 'not-found', 'survives']) {
    const ofKeys = all.filter(({ tags, operation }) => tags?.[0] === kind && operation?.operationId === 'createJwtKey');
    expect(ofKeys.length).toBeGreaterThan(0);
    for (const { tags } of ofKeys) expect(tags).toEqual(expect.arrayContaining([kind, 'jwt-keys']));
  }
  const ofInvites = all.filter(({ tags }) => tags?.[0] === 'behaviour' && tags.includes('invites'));
  for (const { tags } of ofInvites) expect(tags).toEqual(['behaviour', 'invites']);
  expect(new Set(all.map(({ tags }) => tags?.[0]))).toContain('methods');
});

test('has no exploration if the caller requests none', () => {
  expect(
    suiteOf(contract)
      .groups()
      .some(({ name }) => name === 'explore'),
  ).toBe(false);
});

const explorations = (one: Contract) =>
  suiteOf(one)
    .cases({ runs: 1, seed: 1 })
    .filter(({ tags }) => tags?.[0] === 'explore');

test('gives each exploration a unique tag, a title and rules, and has two explorations for each request body', () => {
  const all = explorations(contract);
  const tags = all.map((one) => one.tags?.[1]);
  const withBody = contract.operations.filter(({ requestBody }) => requestBody).map(({ operationId }) => operationId);
  const ofBodies = withBody.flatMap((operationId) => [`takes-${operationId}`, `refuses-${operationId}`]);
  const subjects = ['jwt-keys', 'invites', 'object-metadata', 'installations', 'everything'];
  expect(tags).toEqual([...ofBodies, ...subjects.map((name) => `sequences-${name}`)]);
  expect(new Set(all.map(({ title }) => title)).size).toBe(all.length);
  expect(all.filter(({ title, rules }) => title === '' || rules.length === 0 || rules.includes(''))).toEqual([]);
  expect(all.filter(({ tags }) => tags?.[1]?.startsWith('refuses-')).flatMap(({ rules }) => rules)).toEqual(
    withBody.map(() => 'D05'),
  );
});

test('omits the explorations of operations that the document lacks', () => {
  const gone = (...operationIds: readonly string[]) => {
    const left = explorations(without(...operationIds)).map(({ title }) => title);
    return explorations(contract)
      .filter(({ title }) => !left.includes(title))
      .map(({ tags }) => tags?.[1]);
  };
  expect(gone('deleteInstallation')).toEqual(['sequences-installations', 'sequences-everything']);
  const ofInvites = ['takes-createInvite', 'refuses-createInvite', 'sequences-invites', 'sequences-everything'];
  expect(gone('createInvite')).toEqual(ofInvites);
});
