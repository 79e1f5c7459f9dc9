import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FaultySandbox } from '../../test/helpers/faulty-sandbox.ts';
import { startMock } from '../../test/helpers/mock.ts';

/** Tests of the operations on faults in the control API, and of the initial faults of a sandbox. */

const sandbox = await FaultySandbox.perTest();

describe('the control API', () => {
  test('creates, shows, replaces and deletes a fault, and resets the counts of a replaced fault', async () => {
    const created = await sandbox.control('POST', '/faults', { error: { status: 500 }, operations: ['createInvite'] });
    expect(created.status).toBe(201);
    expect(created.headers.get('location')).toBe(`${new URL(sandbox.url).pathname}/__admin/faults/fault-1`);
    await sandbox.invite();
    const shown = await sandbox.control('GET', '/faults/fault-1');
    expect(shown.body).toEqual({
      id: 'fault-1',
      error: { status: 500 },
      operations: ['createInvite'],
      seen: 1,
      struck: 1,
    });
    const replaced = await sandbox.control('PUT', '/faults/fault-1', { ...shown.body, count: 1 });
    expect([replaced.status, replaced.body.struck, replaced.body.count]).toEqual([200, 0, 1]);
    expect((await sandbox.control('PUT', '/faults/mine', { garble: true })).status).toBe(201);
    expect((await sandbox.control('DELETE', '/faults/fault-1')).status).toBe(204);
    expect((await sandbox.control('GET', '/faults')).body.faults).toEqual([
      { id: 'mine', garble: true, seen: 0, struck: 0 },
    ]);
    expect((await sandbox.control('DELETE', '/faults')).status).toBe(204);
    expect((await sandbox.control('GET', '/faults')).body.faults).toEqual([]);
    expect((await sandbox.invite()).status).toBe(201);
  });

  test.each([
    ['GET', undefined],
    ['DELETE', undefined],
  ])('responds with 404 to a %s request for an unknown fault', async (method, body) => {
    expect((await sandbox.control(method, '/faults/none', body)).status).toBe(404);
  });

  test.each<[string, unknown, string]>([
    [
      'an unknown operation',
      { operations: ['createInvit'], garble: true },
      '`createInvit` is not in the contract; did you mean `createInvite`? operations.0 is "createInvit"; expected one of createIntegration, ',
    ],
    [
      'no effect',
      { count: 1 },
      'The fault has no effect; expected latency or one of the effects error, reset, truncate, garble, drip, rateLimit',
    ],
    [
      'two effects',
      { garble: true, truncate: true },
      'The fault has truncate and garble; expected at most one of the effects ',
    ],
    ['an unknown property', { delay: 5 }, 'delay is an unknown property'],
    [
      'a delay of more than a minute',
      { latency: { fixedMs: 60_001 } },
      'latency.fixedMs: expected a number of at most 60000, got 60001',
    ],
    ['a range without a maximum', { latency: { minMs: 1 } }, 'latency: expected maxMs in addition to minMs'],
    [
      'a range whose maximum is below its minimum',
      { latency: { minMs: 2, maxMs: 1 } },
      'latency.maxMs is 1; expected a number of at least minMs (2)',
    ],
    ['two kinds of delay', { latency: { fixedMs: 1, minMs: 2, maxMs: 3 } }, 'latency: expected at most 2 properties'],
    [
      'a success status for an error',
      { error: { status: 204 } },
      'error.status: expected a number of at least 400, got 204',
    ],
    [
      'an unknown example',
      { operations: ['createInvite'], error: { status: 400, example: 'x' } },
      'error.example is "x"; expected an example that createInvite declares for 400 (invalidBody)',
    ],
    ['an ID that is not valid in a header', { id: 'a b', garble: true }, 'id: expected a text that matches'],
  ])('rejects a new fault with %s', async (_, fault, detail) => {
    const { status, body } = await sandbox.control('POST', '/faults', fault);
    expect(status).toBe(400);
    expect(body.detail).toContain(detail);
    expect((await sandbox.control('GET', '/faults')).body.faults).toEqual([]);
  });

  test('rejects a fault with the ID of an existing fault, a fault whose ID differs from the path, and the 101st fault', async () => {
    await sandbox.set({ id: 'mine', garble: true });
    expect((await sandbox.control('POST', '/faults', { id: 'mine', garble: true })).status).toBe(409);
    expect((await sandbox.control('PUT', '/faults/mine', { id: 'other', garble: true })).status).toBe(400);
    for (let n = 2; n <= 100; n++) await sandbox.set({ garble: true });
    expect((await sandbox.control('POST', '/faults', { garble: true })).status).toBe(409);
    expect((await sandbox.control('PUT', '/faults/new', { garble: true })).status).toBe(409);
    expect((await sandbox.control('PUT', '/faults/mine', { truncate: true })).status).toBe(200);
  });

  test('applies no fault to the control API, and omits the faults from the returned settings', async () => {
    await sandbox.set({ error: { status: 500 } });
    const { status, headers, body } = await sandbox.control('PATCH', '/settings', { strict: true });
    expect([status, headers.get('x-mock-fault'), body]).toEqual([200, null, { identifierSeed: null, strict: true }]);
    expect((await sandbox.invite()).status).toBe(500);
  });
});

describe('the option faults', () => {
  test('creates every sandbox with the initial faults, and restores these faults with counts of 0 on reset', async () => {
    await using own = await startMock({ port: 0, faults: [{ error: { status: 500 }, count: 1 }] });
    sandbox.url = `${own.url}/sandboxes/any`;
    expect(await sandbox.statuses(2)).toEqual([500, 201]);
    await sandbox.control('DELETE', '/faults');
    await sandbox.set({ error: { status: 503 } });
    expect(await sandbox.statuses(1)).toEqual([503]);
    await sandbox.control('POST', '/reset');
    expect(await sandbox.statuses(2)).toEqual([500, 201]);
  });

  test('reads the initial faults from a file at the start, and again on reload', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'faults-')), 'faults.yaml');
    writeFileSync(path, 'faults:\n  - operations: [createInvite]\n    error: { status: 503 }\n');
    await using own = await startMock({ port: 0, faults: path });
    sandbox.url = own.url;
    expect(await sandbox.statuses(1)).toEqual([503]);
    writeFileSync(path, '{"faults": [{"error": {"status": 500}, "count": 1}]}');
    await own.reload();
    expect(await sandbox.statuses(2)).toEqual([500, 201]);
    writeFileSync(path, '{"faults": [{"error": {"status": 502}, "count": 1}]}');
    await own.reload();
    expect(await sandbox.statuses(2)).toEqual([502, 201]);
  });

  test.each([
    [
      'an invalid value',
      'faults:\n  - garble: true\n    count: 0\n',
      ':3:5: faults.0.count: expected a number of at least 1, got 0.',
    ],
    [
      'an unknown operation',
      'faults:\n  - garble: true\n    operations:\n      - none\n',
      ':4:9: faults.0.operations.0 is "none"; expected one of ',
    ],
    [
      'an undeclared example',
      'faults:\n  - operations: [createInvite]\n    error:\n      status: 400\n      example: none\n',
      ':5:7: faults.0.error.example is "none"; expected an example that createInvite declares for 400 (invalidBody).',
    ],
    [
      'a duplicate ID',
      'faults:\n  - { id: a, garble: true }\n  - { id: a, reset: after }\n',
      ':3:7: faults.1.id is "a" again; expected a unique ID.',
    ],
    ['a file that is not an object', '- garble: true\n', ':1:1: expected an object, got an array of 1.'],
  ])('rejects %s in the file of the initial faults, and shows the line', async (name, text, message) => {
    const path = join(mkdtempSync(join(tmpdir(), 'faults-')), `${name.replaceAll(' ', '-')}.yaml`);
    writeFileSync(path, text);
    await expect(startMock({ port: 0, faults: path })).rejects.toThrow(path + message);
  });

  test('rejects invalid initial faults with a list of all errors', async () => {
    await expect(
      startMock({ port: 0, faults: [{ operations: ['none'] }, { id: 'a', garble: true, count: 0 }] }),
    ).rejects.toThrow('createMock: faults.1.count: expected a number of at least 1, got 0.');
    await expect(startMock({ port: 0, faults: [{ operations: ['none'] }] })).rejects.toThrow(
      /^createMock: faults\.0\.operations\.0 is "none"; expected one of .*\ncreateMock: faults\.0 has no effect; expected latency or one of the effects /,
    );
  });
});
