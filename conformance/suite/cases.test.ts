import { expect, test } from 'vitest';
import { Contract } from '../../src/contract/contract.ts';
import { loadDocument } from '../../src/contract/document.ts';
import { OPENAPI_FILE, REQUIREMENTS_FILE } from '../../src/contract/project-files.ts';
import { loadRequirements } from '../../src/contract/requirements.ts';
import { titlesOfProblems } from './behaviours/problems.ts';
import { caseGroups, suiteCases } from './cases.ts';
import { preflight } from './preflight.ts';

const contract = new Contract(await loadDocument(OPENAPI_FILE, { trusted: true }));
const requirements = loadRequirements(REQUIREMENTS_FILE);
const cases = [preflight, ...suiteCases(contract), titlesOfProblems()];

/** Judged in passing, on every answer. */
const ON_EVERY_ANSWER = ['D11', 'D13', 'D15', 'D20', 'D21', 'D22', 'D23', 'D24', 'D26', 'S01'];

test('no two cases have one title', () => {
  const titles = cases.map(({ title }) => title);
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
});

test('every rule that is not excluded has a check', () => {
  const checked = new Set([...ON_EVERY_ANSWER, ...cases.flatMap(({ rules }) => rules)]);
  const unchecked = requirements.filter(({ id, excluded }) => excluded === undefined && !checked.has(id));
  expect(unchecked.map(({ id }) => id)).toEqual([]);
});

test('no case is about a rule that is unknown or excluded', () => {
  const judged = new Set(requirements.filter(({ excluded }) => excluded === undefined).map(({ id }) => id));
  const strays = cases.filter(({ rules }) => rules.length === 0 || rules.some((rule) => !judged.has(rule)));
  expect(strays.map(({ title, rules }) => `${title}: ${rules.join(' ')}`)).toEqual([]);
});

/** The contract without some of its operations. */
function without(...operationIds: readonly string[]): Contract {
  const { document } = contract;
  const root = structuredClone(document.root);
  for (const item of Object.values(root.paths as Record<string, Record<string, { operationId?: string }>>))
    for (const [method, operation] of Object.entries(item))
      if (operationIds.includes(operation?.operationId ?? '')) delete item[method];
  return new Contract({ ...document, root });
}

test.each([
  ['createInvite', ['invites']],
  ['deleteInstallation', ['installations']],
  ['createIntegration', ['projects', 'integrations']],
  ['upsertProviderObjectMetadata', ['projects', 'metadata']],
  ['updateJwtKey', ['projects', 'jwtKeyCreation', 'jwtKeyIdentity', 'jwtKeyUpdates', 'jwtKeyRefusals', 'jwtKeyTimes']],
])('where the document has no %s, what needs it is left out, and nothing else', (operationId, gone) => {
  const names = (one: Contract) => caseGroups(one).map(({ name }) => name);
  const left = names(without(operationId));
  const missing = names(contract).filter((name) => !left.includes(name));
  expect(missing.filter((name) => name.startsWith('behaviour')).toSorted()).toEqual(
    gone.map((name) => `behaviour ${name}`).toSorted(),
  );
  const others = missing.filter((name) => !name.startsWith('behaviour'));
  expect(new Set(others.map((name) => name.split(' ')[1]))).toEqual(new Set([operationId]));
});

test('groups have names of their own, and each case the tag of its kind and those of its operations', () => {
  const groups = caseGroups(contract, { runs: 1, seed: 1 });
  expect(new Set(groups.map(({ name }) => name)).size).toBe(groups.length);
  const tags = new Map(groups.map(({ name, cases }) => [name, [...cases()].map((one) => one.tags ?? [])]));
  for (const kind of ['accepts', 'refuses-body', 'refuses-messages', 'authentication', 'not-found', 'survives'])
    for (const of of tags.get(`${kind} createJwtKey`) ?? [])
      expect(of).toEqual(expect.arrayContaining([kind, 'jwt-keys']));
  for (const of of tags.get('behaviour invites') ?? []) expect(of).toEqual(['behaviour', 'invites']);
  for (const of of tags.get('methods') ?? []) expect(of[0]).toBe('methods');
  for (const of of tags.get('explore') ?? []) expect(of[0]).toBe('explore');
});

test('nothing is made up where nothing is asked to be', () => {
  expect(caseGroups(contract).some(({ name }) => name === 'explore')).toBe(false);
});

const explorations = (one: Contract) =>
  suiteCases(one, { runs: 1, seed: 1 }).filter(({ tags }) => tags?.[0] === 'explore');

test('each exploration has a tag of its own, a title and rules; of a body there are two', () => {
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

test('what the document lacks is not explored', () => {
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
