import { expect, test } from 'vitest';
import { merged, mutationTable, unmeasured } from './mutation-table.ts';

const mutants = (...statuses: string[]) => ({ mutants: statuses.map((status) => ({ status })) });
const report = {
  files: {
    'a/one.ts': mutants('Killed', 'Killed', 'Timeout', 'Survived', 'NoCoverage', 'Ignored'),
    'a/two.ts': mutants('Killed'),
    'gone.ts': mutants('Survived'),
  },
};
const files = ['a/one.ts', 'a/two.ts', 'a/b/three.ts'];

test('the figures stand by folder, over the files that there are', () => {
  expect(mutationTable(report, files)).toBe(
    [
      '|  | files measured | mutants | found | survived | in no test | at load | score |',
      '| - | -: | -: | -: | -: | -: | -: | -: |',
      '| a | 2 of 2 | 7 | 4 | 1 | 1 | 1 | 66.7 % |',
      '| a/b | 0 of 1 | 0 | 0 | 0 | 0 | 0 |  |',
      '| all | 2 of 3 | 7 | 4 | 1 | 1 | 1 | 66.7 % |',
    ].join('\n'),
  );
});

test('what was not measured is named', () => {
  expect(unmeasured(report, files)).toEqual(['a/b/three.ts']);
});

test('what one set of tests finds is found, whatever the other says of the same mutant', () => {
  const mutant = (replacement: string, status: string) => ({ mutatorName: 'StringLiteral', replacement, status });
  const first = { files: { 'a.ts': { mutants: [mutant('x', 'Survived'), mutant('y', 'Ignored')] }, ...files('b.ts') } };
  const second = { files: { 'a.ts': { mutants: [mutant('y', 'NoCoverage'), mutant('x', 'Timeout')] } } };
  expect(merged([first, second]).files).toEqual({
    'a.ts': { mutants: [mutant('x', 'Timeout'), mutant('y', 'NoCoverage')] },
    'b.ts': { mutants: [mutant('z', 'Killed')] },
  });
  function files(name: string) {
    return { [name]: { mutants: [mutant('z', 'Killed')] } };
  }
});
