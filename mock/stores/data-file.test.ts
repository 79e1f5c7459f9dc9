import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { startMock } from '../../test/helpers/mock.ts';
import { StoreError } from '../core/store-error.ts';

const folder = mkdtempSync(join(tmpdir(), 'data-'));

test('returns 503 for operations and the health check while the mock cannot write the data file, and reports the error with the path of the file', async () => {
  const data = join(folder, 'held.sqlite');
  const reported: unknown[] = [];
  await using mock = await startMock({ port: 0, data, journal: 0, report: (error) => reported.push(error) });
  const invite = () =>
    fetch(`${mock.url}/v1/orgs/33333333-3333-4333-8333-333333333333/invites`, {
      method: 'POST',
      headers: { 'X-Api-Key': 'test-key', 'Content-Type': 'application/json' },
      body: '{"email": "ada@example.com"}',
    });
  await mock.admin.getState();

  const other = new DatabaseSync(data);
  other.exec('BEGIN IMMEDIATE');
  const failed = await invite();
  const unavailable = await fetch(`${mock.url}/__admin/health`);
  other.exec('ROLLBACK');
  other.close();
  const recovered = await fetch(`${mock.url}/__admin/health`);

  expect(failed.status).toBe(503);
  expect([unavailable.status, await unavailable.json()]).toMatchObject([503, { status: 'unavailable', ready: false }]);
  expect([recovered.status, await recovered.json()]).toMatchObject([200, { status: 'ok', ready: true }]);
  expect(await failed.json()).toMatchObject({
    detail: 'The mock cannot use its data file (--data). The log contains the reason.',
  });
  expect(reported[0]).toBeInstanceOf(StoreError);
  expect(String(reported[0])).toContain(`The mock cannot read or write the data file ${data}: database is locked.`);
  expect((await invite()).status).toBe(201);
});
