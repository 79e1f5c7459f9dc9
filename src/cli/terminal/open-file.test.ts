import { expect, test } from 'vitest';
import { openerOf } from './open-file.ts';

test.each([
  ['darwin', {}, 'open'],
  ['win32', {}, 'rundll32'],
  ['linux', { DISPLAY: ':0' }, 'xdg-open'],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, 'xdg-open'],
  ['linux', {}, undefined],
] as const)('selects the command that opens a file on %s with the environment %j', (platform, environment, want) => {
  expect(openerOf(platform, environment)?.[0]).toBe(want);
});
