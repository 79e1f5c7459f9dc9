import { expect, test } from 'vitest';
import { hasColors } from './colors.ts';

test.each([
  ['a terminal', true, {}, true],
  ['a file or a pipe', undefined, {}, false],
  ['a terminal with NO_COLOR', true, { NO_COLOR: '1' }, false],
  ['a terminal with an empty NO_COLOR', true, { NO_COLOR: '' }, true],
  ['a terminal without capabilities', true, { TERM: 'dumb' }, false],
  ['a pipe with FORCE_COLOR', false, { FORCE_COLOR: '1' }, true],
  ['a terminal with FORCE_COLOR=0', true, { FORCE_COLOR: '0' }, false],
  ['a pipe with both variables', false, { FORCE_COLOR: '1', NO_COLOR: '1' }, false],
  ['the log of a CI system', false, { CI: 'true' }, true],
  ['a pipe with CI=false', false, { CI: 'false' }, false],
])('decides if %s shows colours', (_, isTTY, environment, want) => {
  expect(hasColors(isTTY === undefined ? {} : { isTTY }, environment)).toBe(want);
});
