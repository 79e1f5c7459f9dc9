import { describe, expect, test } from 'vitest';
import { suite } from '../../../test/helpers/suite.ts';
import { type Selection, selectCases } from './selection.ts';

const { requirements } = suite.rules;
const whole = select();

function select(selection: Partial<Selection> = {}) {
  return selectCases(suite, { only: [], skip: [], ...selection });
}

/** The rules that a selection judges, in the order of the register. */
function judged(only: string[], skip: string[] = []): string[] {
  return [...select({ only, skip }).requirements];
}

const idsWhere = (fits: (requirement: (typeof requirements)[number]) => boolean) =>
  requirements.filter((one) => one.excluded === undefined && fits(one)).map(({ id }) => id);

describe('without a selection', () => {
  test('every requirement that is not excluded is judged, by every case', () => {
    expect([...whole.requirements]).toEqual(idsWhere(() => true));
    expect(whole.cases.length).toBe(whole.ofCases);
    expect(whole.cases.every((one) => one.rules.every((rule) => whole.judges(rule, one)))).toBe(true);
  });
});

describe('a term', () => {
  test.each([
    ['an id', ['D42'], ['D42']],
    ['ids, apart by commas', ['D42,D46'], ['D42', 'D46']],
    ['ids, in two flags', ['D46', 'D42'], ['D42', 'D46']],
    ['in other letters, with spaces', [' d42 , ID: d46'], ['D42', 'D46']],
    ['both of two, by a plus', ['D42+operation:updateJwtKey'], ['D42']],
    ['a level', ['level:should'], idsWhere(({ level }) => level === 'SHOULD')],
    ['a basis', ['corrected'], idsWhere(({ basis }) => basis === 'corrected')],
  ])('%s', (_, only, want) => {
    expect(judged(only)).toEqual(want);
  });

  test('an operation is what cases are about, also those of several', () => {
    const { cases } = select({ only: ['updateJwtKey'] });
    const about = ({ operation, operations = [] }: (typeof cases)[number]) =>
      operation ? [operation.operationId] : operations;
    expect(cases.filter((one) => !about(one).includes('updateJwtKey'))).toEqual([]);
    expect(cases.filter(({ operation }) => operation === undefined).length).toBeGreaterThan(10);
    expect(cases.filter(({ operation }) => operation !== undefined).length).toBeGreaterThan(10);
  });

  test('a tag is of the suite, or of the document', () => {
    const survives = select({ only: ['tag:survives'] }).cases;
    expect(survives.length).toBeGreaterThan(10);
    expect(survives.filter(({ tags }) => tags?.[0] !== 'survives')).toEqual([]);
    const keys = select({ only: ['jwt-keys'] }).cases;
    expect(keys.filter(({ tags }) => !tags?.includes('jwt-keys'))).toEqual([]);
    expect(new Set(keys.map(({ tags }) => tags?.[0])).size).toBeGreaterThan(5);
  });

  test('an id that no case is about is judged in passing, by every case', () => {
    const { cases, requirements: ids } = select({ only: ['D22'] });
    expect([...ids]).toEqual(['D22']);
    expect(cases.length).toBe(whole.ofCases);
    expect(select({ only: ['D22+createInvite'] }).cases.length).toBeLessThan(whole.ofCases);
  });
});

describe('a rule that is judged in passing need not be reached', () => {
  const inPassing = (only: string[], skip: string[] = []) => [...select({ only, skip }).inPassing];

  test.each<[string, string[], string[]?]>([
    ['where cases are selected', ['survives']],
    ['where cases and a basis are', ['createInvite+decided']],
    ['where cases are skipped', [], ['survives']],
  ])('%s', (_, only, skip) => {
    expect(inPassing(only, skip)).toContain('D22');
    expect(inPassing(only, skip)).not.toContain('D15');
  });

  test.each<[string, string[], string[]?]>([
    ['where everything is judged', []],
    ['that is named by its id', ['D22']],
    ['that is named by its id, of some cases', ['D22+survives']],
    ['that is named by its basis', ['documented']],
    ['where rules alone are skipped', [], ['D42,SHOULD']],
  ])('but for one %s', (_, only, skip) => {
    expect(inPassing(only, skip)).not.toContain('D22');
  });
});

describe('what is skipped', () => {
  test('is not judged, and all else is', () => {
    expect(judged([], ['D42,level:SHOULD'])).toEqual(idsWhere(({ id, level }) => id !== 'D42' && level !== 'SHOULD'));
  });

  test('narrows what is asked for', () => {
    expect(judged(['D42,D46'], ['D46'])).toEqual(['D42']);
    const { cases } = select({ only: ['createInvite'], skip: ['survives'] });
    expect(cases.length).toBeGreaterThan(0);
    expect(cases.filter(({ tags }) => tags?.includes('survives'))).toEqual([]);
  });

  test('is decided rule by rule: a case about two counts for the other', () => {
    const { cases, judges } = select({ skip: ['D42'] });
    const both = cases.find(({ rules }) => rules.includes('D42') && rules.length > 1);
    expect(both).toBeDefined();
    if (!both) return;
    expect(both.rules.filter((rule) => !judges(rule, both))).toEqual(['D42']);
  });
});

describe('a shard', () => {
  const parts = [1, 2, 3, 4].map((index) => select({ shard: { index, count: 4 } }));

  test('has a part of the cases; together they are all, and none twice', () => {
    const titles = parts.flatMap(({ cases }) => cases.map(({ title }) => title));
    expect(titles.toSorted()).toEqual(whole.cases.map(({ title }) => title).toSorted());
    const sizes = parts.map(({ cases }) => cases.length);
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
  });

  test('has cases of each kind that has enough of them', () => {
    const kinds = ({ cases }: (typeof parts)[number]) => Map.groupBy(cases, ({ tags }) => tags?.[0]);
    const large = [...kinds(whole)].filter(([, ofKind]) => ofKind.length > 2 * parts.length).map(([kind]) => kind);
    for (const part of parts) expect([...kinds(part).keys()]).toEqual(expect.arrayContaining(large));
  });

  test('of more parts than there are cases is rejected', () => {
    const { cases } = select({ only: ['D48'] });
    const index = cases.length + 1;
    expect(() => select({ only: ['D48'], shard: { index, count: index } })).toThrow(
      `--shard ${index}/${index}: there are only ${cases.length} cases.`,
    );
    expect(select({ only: ['D48'], shard: { index: 1, count: cases.length } }).cases).toHaveLength(1);
  });
});

test.each<[string, Partial<Selection>, string]>([
  [
    'a misspelt operation',
    { only: ['creatInvite'] },
    '--only: there is no id, operation, basis, level, tag or case "creatInvite". Did you mean createInvite?',
  ],
  [
    'a misspelt basis',
    { skip: ['basis:documentd'] },
    '--skip: there is no basis "documentd". Did you mean documented?',
  ],
  ['a level that is none', { only: ['level:FOO'] }, '--only: there is no level "FOO". It is one of MUST, SHOULD, MAY.'],
  [
    'what is like nothing',
    { only: ['D42,qqqqqqqqqqqq'] },
    '--only: there is no id, operation, basis, level, tag or case "qqqqqqqqqqqq". Tags are ',
  ],
  ['an id that is none', { only: ['id:qqqqqqqqqqqq'] }, '--only: there is no id "qqqqqqqqqqqq". Tags are '],
  [
    'what excludes itself',
    { only: ['createInvite+deleteInstallation'], skip: ['D42'] },
    '--only createInvite+deleteInstallation --skip D42 selects nothing.',
  ],
  ['what the suite does not judge', { only: ['D14'] }, '--only D14 selects nothing.'],
])('%s is rejected, and the message says what would be right', (_, selection, message) => {
  expect(() => select(selection)).toThrow(message);
});
