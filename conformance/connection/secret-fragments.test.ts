import { expect, test } from 'vitest';
import { fragmentHider } from './secret-fragments.ts';

const KEY = 'k3y-8f2a9c71-Qm4x';

test('replaces every fragment of at least half of a secret', () => {
  const hide = fragmentHider(KEY, '(key)', '');
  for (let length = 9; length <= KEY.length; length++) {
    for (let start = 0; start + length <= KEY.length; start++) {
      const fragment = KEY.slice(start, start + length);
      expect(hide(`a ${fragment}|${fragment.toUpperCase()}.`)).toBe('a (key)|(key).');
    }
  }
});

test('does not replace fragments shorter than half of a secret, or unrelated text', () => {
  const hide = fragmentHider(KEY, '(key)', '');
  const text = `${KEY.slice(0, 8)} ${KEY.slice(8, 16)} 8f2 İstanbul ${'k3y-'.repeat(9)}`;
  expect(hide(text)).toBe(text);
});

test('does not replace a fragment that also occurs in the texts of the suite', () => {
  const hide = fragmentHider('installation-9x', '(key)', 'delete an installation of');
  expect(hide('the installation, 9x')).toBe('the installation, 9x');
  expect(hide('the lation-9x')).toBe('the (key)');
  expect(hide('the installation-9')).toBe('the (key)');
});

test('replaces a fragment of a short secret only if it is longer than half of the secret', () => {
  const hide = fragmentHider('test-key', '(key)', '');
  expect(hide('test est-key test-ke latest')).toBe('test (key) (key) latest');
});

test('replaces overlapping fragments in a long text', () => {
  const hide = fragmentHider('abababababababab', '(key)', '');
  expect(hide('ab'.repeat(50_000))).not.toContain('abababab');
});
