import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readWaivers } from './read-waivers.ts';

const folder = mkdtempSync(join(tmpdir(), 'waivers-'));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const GOOD = `waivers:
  - requirement: D42
    deviation: createInvite/duplicate:D74:status:4e5f6071
    reason: Mended in 2.4
    owner: Ada Lovelace
    expires: 2026-12-31
`;

test('a waiver names one deviation or several, and knows where it stands', () => {
  const path = file(
    'good.yaml',
    `${GOOD}  - {requirement: D46, deviation: [a/b:D46:value:00000001, explored:D46:value:00000002], reason: r, owner: o, expires: "2026-01-01"}\n`,
  );
  expect(readWaivers(path)).toEqual({
    file: path,
    entries: [
      {
        requirement: 'D42',
        deviations: ['createInvite/duplicate:D74:status:4e5f6071'],
        reason: 'Mended in 2.4',
        owner: 'Ada Lovelace',
        expires: '2026-12-31',
        place: `${path}:2:5`,
      },
      expect.objectContaining({
        requirement: 'D46',
        deviations: ['a/b:D46:value:00000001', 'explored:D46:value:00000002'],
        place: `${path}:7:5`,
      }),
    ],
  });
});

test('JSON will do as well, and so will no entry', () => {
  expect(readWaivers(file('none.json', '{"waivers": []}')).entries).toEqual([]);
});

test.each([
  ['no owner', GOOD.replace(/ +owner.*\n/, ''), '2:5: waivers.0.owner is required.'],
  ['an empty reason', GOOD.replace('Mended in 2.4', '""'), '4:5: waivers.0.reason: expected some text, got "".'],
  [
    'no such day',
    GOOD.replace('12-31', '02-30'),
    '6:5: waivers.0.expires: expected the format date, got "2026-02-30".',
  ],
  [
    'what is no deviation',
    GOOD.replace('createInvite/duplicate:D74:status:4e5f6071', 'active'),
    '3:5: waivers.0.deviation: expected a deviation as reports name it, such as orders/create/once:D42:status:4e5f6071, got "active".',
  ],
  [
    'an unknown member',
    `${GOOD}    ticket: 7\n`,
    '7:5: waivers.0.ticket is not known here; an entry has requirement, deviation, reason, owner and expires.',
  ],
  [
    'another name of the list',
    GOOD.replace('waivers:', 'waiver:'),
    '1:1: waiver is not known here; the file has `waivers`, a list of entries, and nothing else.',
  ],
  ['a list without its name', GOOD.replace('waivers:\n', ''), '1:3: expected an object, got an array of 1.'],
  ['no YAML', 'waivers: [', '1:11: is neither YAML nor JSON'],
])('%s is rejected, with its line', (name, text, message) => {
  const path = file(`${name}.yaml`, text);
  expect(() => readWaivers(path)).toThrow(`${path}:${message}`);
});

test('a file that is not there is told', () => {
  expect(() => readWaivers('none.yaml')).toThrow('none.yaml: there is no such file.');
});
