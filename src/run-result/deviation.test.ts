import { describe, expect, test } from 'vitest';
import { caseOf, requirement } from '../../test/helpers/result-parts.ts';
import { deviationsOf, settler } from './deviation.ts';

const settle = settler('c90f9b4a');

describe('what differs from run to run though nothing has changed', () => {
  test.each([
    ['a name of the run', 'Conformance key-c90f9b4a-455x1-2a97', 'Conformance key-<name>'],
    ['a name of what cases share', 'Conformance key-c90f9b4a-s1f30aax2-2a97', 'Conformance key-<name>'],
    ['a name that a server cut', 'After-c90f9b4a-33x', 'After-<name>'],
    ['a name in capitals', 'AFTER-C90F9B4A-330X2-BD9C', 'AFTER-<name>'],
    ['a name of a shard of the run', 'After-c90f9b4a_2-33x1-bd9c', 'After-<name>'],
    ['a UUID', 'key 8fd51b52-6d6a-4d08-9cf9-4bf3a3b1a0c1x', 'key <id>x'],
    ['another identifier', 'key_01HZX5J3T9Q8W7E6R5T4 and 64ffeb12a0', '<id> and <id>'],
    ['a time', 'after 2026-11-21T14:42:57.899+01:00', 'after <time>'],
    ['a time in seconds', '1763733000', '<number>'],
    ['an address', 'see http://127.0.0.1:4010/problems', 'see <url>/problems'],
    ['a duration', 'after 10.5 ms', 'after <ms>'],
  ])('%s', (_, text, want) => {
    expect(settle(text)).toBe(want);
  });

  test.each([
    'active: true',
    '409',
    'D42 (documented §4.4): `label` is not',
    '255 characters',
    'RS256',
    'demo-project',
  ])('%s stays', (text) => {
    expect(settle(text)).toBe(text);
  });
});

test('a rule deviates by what its cases that do not hold say, each by its title', () => {
  const rule = { id: 'D1', title: 't', level: 'MUST', basis: 'decided', text: 't' } as const;
  const of = (runId: string, title: string, actual: string) =>
    deviationsOf(
      requirement(
        rule,
        caseOf(title, 'failed', { message: 'm', expected: '1', actual: `${actual}-${runId}-3-abcd` }),
        caseOf('p', 'passed'),
      ),
      { runId },
    );
  expect(of('r1', 'a', 'x')).toEqual(of('r2', 'a', 'x'));
  expect(of('r1', 'a', 'x')).not.toEqual(of('r2', 'a', 'y'));
  expect(of('r1', 'a', 'x')).not.toEqual(of('r2', 'b', 'x'));
  expect(of('r1', 'a', 'x').size).toBe(1);
});
