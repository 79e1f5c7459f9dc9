import { expect, test } from 'vitest';
import type { CaseRecord } from '../../src/run-result/case-record.ts';
import type { Trace } from '../../src/run-result/trace.ts';
import { reportSharedIdentifiers } from './shared-identifiers.ts';

const ONE = '6f1f5e0a-0000-4000-8000-000000000001';
const OTHER = '6f1f5e0a-0000-4000-8000-000000000002';

function made(kind: string, id: string, name: string): Trace {
  return { key: name, place: '/v1', created: { kind, id, name, operation: 'create' } };
}

function record(title: string, rules: string[], parts: Partial<CaseRecord> = {}): CaseRecord {
  return { id: title, title, rules, findings: [], exchanges: [], requests: 0, ...parts };
}

/** A case whose response to an update of the JWT key shows a failure. */
function update(title: string, rule: string, kid: string): CaseRecord {
  const request = { method: 'PATCH', url: `http://target/v1/projects/p/jwt-keys/${kid}`, headers: {} };
  return record(title, [rule], {
    findings: [{ rule, result: 'broken', message: 'a rejected update changes `label`', exchange: 0 }],
    exchanges: [{ request } as never],
  });
}

const creates = record('creates', ['D54'], { traces: [made('jwtKey', ONE, 'a')] });
const createsAgain = record('creates again', ['D50'], { traces: [made('jwtKey', ONE, 'b')] });

test('reports a `kid` that two keys share as a failure of D54 only', () => {
  const records = [update('update', 'D03', ONE), creates, createsAgain];
  const [first, second, third] = reportSharedIdentifiers(records).map(({ findings }) => findings);
  expect(first).toMatchObject([{ rule: 'D03', result: 'untestable', message: expect.stringContaining('D54') }]);
  expect(second).toMatchObject([{ rule: 'D54', result: 'broken', actual: `${ONE} for several records` }]);
  expect(third).toEqual([]);
});

test('keeps the failures of a key whose ID is unique', () => {
  const records = [update('update', 'D03', OTHER), creates, createsAgain];
  expect(reportSharedIdentifiers(records)[0]).toEqual(records[0]);
});

test('changes no finding of a case if all IDs are unique', () => {
  const records = [update('update', 'D03', ONE), creates];
  expect(reportSharedIdentifiers(records)).toEqual(records);
});

test('reports an ID that two invites share as a failure of D72, but accepts a repeated invite with the same ID', () => {
  const invites = (names: string[]) =>
    record('invites', ['D72'], { traces: names.map((name) => made('invite', '1', name)) });
  expect(reportSharedIdentifiers([invites(['a@x.example', 'b@x.example'])])[0]?.findings).toMatchObject([
    { rule: 'D72', result: 'broken' },
  ]);
  expect(reportSharedIdentifiers([invites(['a@x.example', 'a@x.example'])])[0]?.findings).toEqual([]);
});
