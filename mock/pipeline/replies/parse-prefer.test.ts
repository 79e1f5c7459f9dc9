import { expect, test } from 'vitest';
import { parsePrefer } from './parse-prefer.ts';

const plain = (name: string, value = '') => ({ name, value, parameters: [] });

test.each([
  ['code=404', [plain('code', '404')]],
  ['code=404, dynamic=true', [plain('code', '404'), plain('dynamic', 'true')]],
  ['CODE = 404', [plain('code', '404')]],
  ['respond-async', [plain('respond-async')]],
  ['foo=""', [plain('foo')]],
  ['example="a, b; \\"c\\""', [plain('example', 'a, b; "c"')]],
  ['example=two words', [plain('example', 'two words')]],
  ['example="a=b"', [plain('example', 'a=b')]],
  [', code=404,, ;', [plain('code', '404')]],
  ['', []],
  [
    'foo; some-parameter="x y";other, wait=10',
    [
      {
        name: 'foo',
        value: '',
        parameters: [
          { name: 'some-parameter', value: 'x y' },
          { name: 'other', value: '' },
        ],
      },
      plain('wait', '10'),
    ],
  ],
])('parses the header Prefer: %s', (header, preferences) => {
  expect(parsePrefer(header)).toEqual(preferences);
});

test.each(['example="open', 'example="', 'code 404', '=404', 'a b=c', 'example="a"b', 'example=a"b"', 'ex(ample)=1'])(
  'rejects the header Prefer: %s',
  (header) => {
    expect(parsePrefer(header)).toBeUndefined();
  },
);
