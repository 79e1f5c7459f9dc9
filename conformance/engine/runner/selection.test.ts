import { describe, expect, test } from 'vitest';
import { suite } from '../../../test/helpers/suite.ts';
import { type Selection, selectCases } from './selection.ts';

const { requirements } = suite.rules;
const whole = select();

function select(selection: Partial<Selection> = {}) {
  return selectCases(suite, { only: [], skip: [], ...selection });
}

/** The rules that a run with the given selection evaluates, in the order of the requirements. */
function judged(only: string[], skip: string[] = []): string[] {
  return [...select({ only, skip }).requirements];
}

const idsWhere = (fits: (requirement: (typeof requirements)[number]) => boolean) =>
  requirements.filter((one) => one.excluded === undefined && fits(one)).map(({ id }) => id);

describe('without a selection', () => {
  test('selects every case, and every requirement without the property `excluded`', () => {
    expect([...whole.requirements]).toEqual(idsWhere(() => true));
    expect(whole.cases.length).toBe(whole.ofCases);
    expect(whole.cases.every((one) => one.rules.every((rule) => whole.canEvaluate(rule, one)))).toBe(true);
  });
});

describe('a term', () => {
  test.each([
    ['an ID', ['D42'], ['D42']],
    ['IDs with commas', ['D42,D46'], ['D42', 'D46']],
    ['IDs in two flags', ['D46', 'D42'], ['D42', 'D46']],
    ['IDs in any letter case and with spaces', [' d42 , ID: d46'], ['D42', 'D46']],
    ['two conditions with a plus', ['D42+operation:updateJwtKey'], ['D42']],
    ['a level', ['level:should'], idsWhere(({ level }) => level === 'SHOULD')],
    ['a basis', ['corrected'], idsWhere(({ basis }) => basis === 'corrected')],
  ])('selects requirements by %s', (_, only, want) => {
    expect(judged(only)).toEqual(want);
  });

  test('selects the cases of an operation, including cases that test several operations', () => {
    const { cases } = select({ only: ['updateJwtKey'] });
    const about = ({ operation, operations = [] }: (typeof cases)[number]) =>
      operation ? [operation.operationId] : operations;
    expect(cases.filter((one) => !about(one).includes('updateJwtKey'))).toEqual([]);
    expect(cases.filter(({ operation }) => operation === undefined).length).toBeGreaterThan(10);
    expect(cases.filter(({ operation }) => operation !== undefined).length).toBeGreaterThan(10);
  });

  test('selects cases by a tag of the suite or of the document', () => {
    const survives = select({ only: ['tag:survives'] }).cases;
    expect(survives.length).toBeGreaterThan(10);
    expect(survives.filter(({ tags }) => tags?.[0] !== 'survives')).toEqual([]);
    const keys = select({ only: ['jwt-keys'] }).cases;
    expect(keys.filter(({ tags }) => !tags?.includes('jwt-keys'))).toEqual([]);
    expect(new Set(keys.map(({ tags }) => tags?.[0])).size).toBeGreaterThan(5);
  });

  test('selects every case if the selection names a rule that no case lists', () => {
    const { cases, requirements: ids } = select({ only: ['D22'] });
    expect([...ids]).toEqual(['D22']);
    expect(cases.length).toBe(whole.ofCases);
    expect(select({ only: ['D22+createInvite'] }).cases.length).toBeLessThan(whole.ofCases);
  });
});

describe('a rule that no case lists', () => {
  const inPassing = (only: string[], skip: string[] = []) => [...select({ only, skip }).inPassing];

  test.each<[string, string[], string[]?]>([
    ['cases are selected', ['survives']],
    ['cases and a basis of cases are selected', ['createInvite+decided']],
    ['cases are skipped', [], ['survives']],
  ])('is not required: a run without a test of this rule (D22) is complete if %s', (_, only, skip) => {
    expect(inPassing(only, skip)).toContain('D22');
    expect(inPassing(only, skip)).not.toContain('D15');
  });

  test.each<[string, string[], string[]?]>([
    ['everything is selected', []],
    ['its ID is selected', ['D22']],
    ['its ID is selected with a tag', ['D22+survives']],
    ['its basis is selected', ['documented']],
    ['only rules are skipped', [], ['D42,SHOULD']],
  ])('is required: a run without a test of this rule (D22) is incomplete if %s', (_, only, skip) => {
    expect(inPassing(only, skip)).not.toContain('D22');
  });
});

describe('skip', () => {
  test('excludes only the requirements that match a term of `skip`', () => {
    expect(judged([], ['D42,level:SHOULD'])).toEqual(idsWhere(({ id, level }) => id !== 'D42' && level !== 'SHOULD'));
  });

  test('excludes cases that match `skip` from the cases that `only` selects', () => {
    expect(judged(['D42,D46'], ['D46'])).toEqual(['D42']);
    const { cases } = select({ only: ['createInvite'], skip: ['survives'] });
    expect(cases.length).toBeGreaterThan(0);
    expect(cases.filter(({ tags }) => tags?.includes('survives'))).toEqual([]);
  });

  test('excludes one rule of a case and keeps the other rules of the case', () => {
    const { cases, canEvaluate: judges } = select({ skip: ['D42'] });
    const both = cases.find(({ rules }) => rules.includes('D42') && rules.length > 1);
    expect(both).toBeDefined();
    if (!both) return;
    expect(both.rules.filter((rule) => !judges(rule, both))).toEqual(['D42']);
  });
});

describe('a shard', () => {
  const parts = [1, 2, 3, 4].map((index) => select({ shard: { index, count: 4 } }));

  test('puts each case into exactly one shard', () => {
    const titles = parts.flatMap(({ cases }) => cases.map(({ title }) => title));
    expect(titles.toSorted()).toEqual(whole.cases.map(({ title }) => title).toSorted());
    const sizes = parts.map(({ cases }) => cases.length);
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
  });

  test('puts cases of each tag into every shard if the tag has more cases than shards', () => {
    const kinds = ({ cases }: (typeof parts)[number]) => Map.groupBy(cases, ({ tags }) => tags?.[0]);
    const large = [...kinds(whole)].filter(([, ofKind]) => ofKind.length > 2 * parts.length).map(([kind]) => kind);
    for (const part of parts) expect([...kinds(part).keys()]).toEqual(expect.arrayContaining(large));
  });

  test('rejects a number of shards that exceeds the number of selected cases', () => {
    const { cases } = select({ only: ['D48'] });
    const index = cases.length + 1;
    expect(() => select({ only: ['D48'], shard: { index, count: index } })).toThrow(
      `--shard ${index}/${index}: only ${cases.length} cases are selected. Use fewer shards.`,
    );
    expect(select({ only: ['D48'], shard: { index: 1, count: cases.length } }).cases).toHaveLength(1);
  });
});

test.each<[string, Partial<Selection>, string]>([
  [
    'a misspelt operation',
    { only: ['creatInvite'] },
    '--only: unknown ID, operation, basis, level, tag or case "creatInvite". Did you mean createInvite?',
  ],
  ['a misspelt basis', { skip: ['basis:documentd'] }, '--skip: unknown basis "documentd". Did you mean documented?'],
  ['an unknown level', { only: ['level:FOO'] }, '--only: unknown level "FOO". Use one of MUST, SHOULD, MAY.'],
  [
    'a term without a similar one',
    { only: ['D42,qqqqqqqqqqqq'] },
    '--only: unknown ID, operation, basis, level, tag or case "qqqqqqqqqqqq". Tags are ',
  ],
  ['an unknown ID', { only: ['id:qqqqqqqqqqqq'] }, '--only: unknown id "qqqqqqqqqqqq". Tags are '],
  [
    'terms that exclude each other',
    { only: ['createInvite+deleteInstallation'], skip: ['D42'] },
    '--only createInvite+deleteInstallation --skip D42 selects nothing.',
  ],
  ['a requirement without a case', { only: ['D14'] }, '--only D14 selects nothing.'],
])('rejects %s with a suggestion', (_, selection, message) => {
  expect(() => select(selection)).toThrow(message);
});
