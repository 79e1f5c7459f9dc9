import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FaultySandbox } from '../../test/helpers/faulty-sandbox.ts';
import { startMock } from '../../test/helpers/mock.ts';

/** How faults are set, changed and told. */

const world = await FaultySandbox.perTest();

describe('the control API', () => {
  test('creates, tells, replaces and deletes a fault; what is replaced is counted anew', async () => {
    const created = await world.control('POST', '/faults', { error: { status: 500 }, operations: ['createInvite'] });
    expect(created.status).toBe(201);
    expect(created.headers.get('location')).toBe(`${new URL(world.url).pathname}/__admin/faults/fault-1`);
    await world.invite();
    const told = await world.control('GET', '/faults/fault-1');
    expect(told.body).toEqual({
      id: 'fault-1',
      error: { status: 500 },
      operations: ['createInvite'],
      seen: 1,
      struck: 1,
    });
    const replaced = await world.control('PUT', '/faults/fault-1', { ...told.body, count: 1 });
    expect([replaced.status, replaced.body.struck, replaced.body.count]).toEqual([200, 0, 1]);
    expect((await world.control('PUT', '/faults/mine', { garble: true })).status).toBe(201);
    expect((await world.control('DELETE', '/faults/fault-1')).status).toBe(204);
    expect((await world.control('GET', '/faults')).body.faults).toEqual([
      { id: 'mine', garble: true, seen: 0, struck: 0 },
    ]);
    expect((await world.control('DELETE', '/faults')).status).toBe(204);
    expect((await world.control('GET', '/faults')).body.faults).toEqual([]);
    expect((await world.invite()).status).toBe(201);
  });

  test.each([
    ['GET', undefined],
    ['DELETE', undefined],
  ])('%s of an unknown fault is 404', async (method, body) => {
    expect((await world.control(method, '/faults/none', body)).status).toBe(404);
  });

  test.each<[string, unknown, string]>([
    [
      'an unknown operation',
      { operations: ['createInvit'], garble: true },
      'operations.0: expected one of createIntegration, ',
    ],
    [
      'nothing that goes wrong',
      { count: 1 },
      'The fault: expected latency or one of error, reset, truncate, garble, drip, rateLimit',
    ],
    ['two things at once', { garble: true, truncate: true }, 'got truncate and garble'],
    ['an unknown member', { delay: 5 }, 'delay is an unknown property'],
    [
      'a delay of more than a minute',
      { latency: { fixedMs: 60_001 } },
      'latency.fixedMs: expected a number of at most 60000, got 60001',
    ],
    ['half a range', { latency: { minMs: 1 } }, 'latency: expected maxMs in addition to minMs'],
    [
      'a range upside down',
      { latency: { minMs: 2, maxMs: 1 } },
      'latency.maxMs: expected a number of at least minMs (2), got 1',
    ],
    ['two kinds of delay', { latency: { fixedMs: 1, minMs: 2, maxMs: 3 } }, 'latency: expected at most 2 properties'],
    ['a success for an error', { error: { status: 204 } }, 'error.status: expected a number of at least 400, got 204'],
    [
      'an unknown example',
      { operations: ['createInvite'], error: { status: 400, example: 'x' } },
      'an example that createInvite declares for 400 (invalidBody), got "x"',
    ],
    ['a name that no header takes', { id: 'a b', garble: true }, 'id: expected a text that matches'],
  ])('refuses %s', async (_, fault, detail) => {
    const { status, body } = await world.control('POST', '/faults', fault);
    expect(status).toBe(400);
    expect(body.detail).toContain(detail);
    expect((await world.control('GET', '/faults')).body.faults).toEqual([]);
  });

  test('rejects a name that is taken, another name than that of the path, and the 101st', async () => {
    await world.set({ id: 'mine', garble: true });
    expect((await world.control('POST', '/faults', { id: 'mine', garble: true })).status).toBe(409);
    expect((await world.control('PUT', '/faults/mine', { id: 'other', garble: true })).status).toBe(400);
    for (let n = 2; n <= 100; n++) await world.set({ garble: true });
    expect((await world.control('POST', '/faults', { garble: true })).status).toBe(409);
    expect((await world.control('PUT', '/faults/new', { garble: true })).status).toBe(409);
    expect((await world.control('PUT', '/faults/mine', { truncate: true })).status).toBe(200);
  });

  test('is struck by no fault itself, and shows none among the settings', async () => {
    await world.set({ error: { status: 500 } });
    const { status, headers, body } = await world.control('PATCH', '/settings', { strict: true });
    expect([status, headers.get('x-mock-fault'), body]).toEqual([200, null, { identifierSeed: null, strict: true }]);
    expect((await world.invite()).status).toBe(500);
  });
});

describe('faults that a mock was started with', () => {
  test('are those of every sandbox, and come back with a reset, unspent', async () => {
    await using own = await startMock({ port: 0, faults: [{ error: { status: 500 }, count: 1 }] });
    world.url = `${own.url}/sandboxes/any`;
    expect(await world.statuses(2)).toEqual([500, 201]);
    await world.control('DELETE', '/faults');
    await world.set({ error: { status: 503 } });
    expect(await world.statuses(1)).toEqual([503]);
    await world.control('POST', '/reset');
    expect(await world.statuses(2)).toEqual([500, 201]);
  });

  test('come from a file, and are read again with it', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'faults-')), 'faults.yaml');
    writeFileSync(path, 'faults:\n  - operations: [createInvite]\n    error: { status: 503 }\n');
    await using own = await startMock({ port: 0, faults: path });
    world.url = own.url;
    expect(await world.statuses(1)).toEqual([503]);
    writeFileSync(path, '{"faults": [{"error": {"status": 500}, "count": 1}]}');
    await own.reload();
    expect(await world.statuses(2)).toEqual([500, 201]);
    writeFileSync(path, '{"faults": [{"error": {"status": 502}, "count": 1}]}');
    await own.reload();
    expect(await world.statuses(2)).toEqual([502, 201]);
  });

  test.each([
    [
      'a value',
      'faults:\n  - garble: true\n    count: 0\n',
      ':3:5: faults.0.count: expected a number of at least 1, got 0.',
    ],
    [
      'an operation',
      'faults:\n  - garble: true\n    operations:\n      - none\n',
      ':4:9: faults.0.operations.0: expected one of ',
    ],
    [
      'an error',
      'faults:\n  - operations: [createInvite]\n    error:\n      status: 400\n      example: none\n',
      ':5:7: faults.0.error.example: expected an example that createInvite declares for 400 (invalidBody), got "none".',
    ],
    [
      'a name',
      'faults:\n  - { id: a, garble: true }\n  - { id: a, reset: after }\n',
      ':3:7: faults.1.id: expected an id of its own, got "a" again.',
    ],
    ['the whole', '- garble: true\n', ':1:1: expected an object, got an array of 1.'],
  ])('are rejected with the line: %s', async (name, text, message) => {
    const path = join(mkdtempSync(join(tmpdir(), 'faults-')), `${name.replaceAll(' ', '-')}.yaml`);
    writeFileSync(path, text);
    await expect(startMock({ port: 0, faults: path })).rejects.toThrow(path + message);
  });

  test('are rejected with every mistake', async () => {
    await expect(
      startMock({ port: 0, faults: [{ operations: ['none'] }, { id: 'a', garble: true, count: 0 }] }),
    ).rejects.toThrow('createMock: faults.1.count: expected a number of at least 1, got 0.');
    await expect(startMock({ port: 0, faults: [{ operations: ['none'] }] })).rejects.toThrow(
      /^createMock: faults\.0\.operations\.0: expected one of .*\ncreateMock: faults\.0: expected latency or one of /,
    );
  });
});
