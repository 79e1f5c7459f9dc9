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
    reason: Fixed in 2.4
    owner: Ada Lovelace
    expires: 2026-12-31
`;

test('reads waivers with one or several deviations, and the places of the waivers in the file', () => {
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
        reason: 'Fixed in 2.4',
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

test('reads waivers in JSON, and an empty list of waivers', () => {
  expect(readWaivers(file('none.json', '{"waivers": []}')).entries).toEqual([]);
});

test.each([
  ['no owner', GOOD.replace(/ +owner.*\n/, ''), '2:5: waivers.0.owner is required.'],
  ['an empty reason', GOOD.replace('Fixed in 2.4', '""'), '4:5: waivers.0.reason: expected text, got "".'],
  [
    'no such day',
    GOOD.replace('12-31', '02-30'),
    '6:5: waivers.0.expires: expected the format date, got "2026-02-30".',
  ],
  [
    'an invalid deviation',
    GOOD.replace('createInvite/duplicate:D74:status:4e5f6071', 'active'),
    '3:5: waivers.0.deviation: expected a deviation from a report, such as orders/create/once:D42:status:4e5f6071, got "active".',
  ],
  [
    'an unknown property',
    `${GOOD}    ticket: 7\n`,
    '7:5: waivers.0.ticket is unknown; expected requirement, deviation, reason, owner or expires.',
  ],
  [
    'a list with another name',
    GOOD.replace('waivers:', 'waiver:'),
    '1:1: waiver is unknown; expected only `waivers`, a list.',
  ],
  ['a list without a name', GOOD.replace('waivers:\n', ''), '1:3: expected an object, got an array of 1.'],
  ['no YAML', 'waivers: [', '1:11: is neither YAML nor JSON'],
])('rejects %s with the position', (name, text, message) => {
  const path = file(`${name}.yaml`, text);
  expect(() => readWaivers(path)).toThrow(`${path}:${message}`);
});

test('rejects a nonexistent file', () => {
  expect(() => readWaivers('none.yaml')).toThrow('none.yaml: the file does not exist.');
});
