import { readFileSync } from 'node:fs';
import { expect, expectTypeOf, test } from 'vitest';
import { type ControlSchemas, createControlClient } from './control-client.ts';
import { ControlError } from './control-error.ts';
import { CONTROL_OPERATIONS } from './generated/control-operations.ts';

/** Client that gets the given response to each request; `sent` returns the last request of the client. */
function clientThatGets(answer: Response, adminToken?: string) {
  let sent: Request | undefined;
  const fetch = async (request: Request) => {
    sent = request;
    return answer;
  };
  return { admin: createControlClient({ baseUrl: 'http://mock/sandboxes/a/', adminToken, fetch }), sent: () => sent };
}

test('sends the body of an operation, and returns the body of the response', async () => {
  const { admin, sent } = clientThatGets(Response.json({ now: '2026-01-15T09:30:00Z' }));
  const clock = await admin.putClock({ fixed: '2026-01-15T09:30:00Z' });
  expect(clock.now).toBe('2026-01-15T09:30:00Z');
  expect(sent()).toMatchObject({ method: 'PUT', url: 'http://mock/sandboxes/a/__admin/clock' });
  expect(sent()?.headers.get('Content-Type')).toBe('application/json');
  expect(await sent()?.json()).toEqual({ fixed: '2026-01-15T09:30:00Z' });
});

test('inserts path parameters by name into the URL', async () => {
  const { admin, sent } = clientThatGets(new Response(null, { status: 204 }));
  expect(await admin.deleteSandbox({ sandbox: 'a/b' })).toBeUndefined();
  expect(sent()).toMatchObject({
    method: 'DELETE',
    url: 'http://mock/sandboxes/a/__admin/sandboxes/a%2Fb',
    body: null,
  });
});

test.each([
  [{ projectIdOrName: 'mine', cascade: true }, 'projects/mine?cascade=true'],
  [{ projectIdOrName: 'mine' }, 'projects/mine'],
])('sends path parameters in the path and query parameters in the query: %j', async (parameters, target) => {
  const { admin, sent } = clientThatGets(new Response(null, { status: 204 }));
  await admin.deleteProject(parameters);
  expect(sent()?.url).toBe(`http://mock/sandboxes/a/__admin/state/${target}`);
});

test('accepts the parameters as the first argument and the body as the second argument', async () => {
  const { admin, sent } = clientThatGets(Response.json({ id: 'p', name: 'renamed' }));
  expect((await admin.patchProject({ projectIdOrName: 'mine' }, { name: 'renamed' })).name).toBe('renamed');
  expect(sent()?.url).toBe('http://mock/sandboxes/a/__admin/state/projects/mine');
  expect(await sent()?.json()).toEqual({ name: 'renamed' });
});

test('sends the configured `adminToken` as a bearer token', async () => {
  const open = clientThatGets(Response.json({}));
  await open.admin.getState();
  expect(open.sent()?.headers.has('Authorization')).toBe(false);
  const guarded = clientThatGets(Response.json({}), 's3cret');
  await guarded.admin.getState();
  expect(guarded.sent()?.headers.get('Authorization')).toBe('Bearer s3cret');
});

test('throws a ControlError with the detail of the problem document after an error response', async () => {
  const problem = { status: 400, detail: 'fixed: expected a date-time.' };
  const { admin } = clientThatGets(Response.json(problem, { status: 400 }));
  const error = await admin.putClock({ fixed: 'noon' }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ControlError);
  expect(error).toMatchObject({
    status: 400,
    problem,
    message: 'fixed: expected a date-time. (putClock: the control API responded with 400)',
  });
});

test('throws a ControlError with the text of the response if a proxy responds with an error', async () => {
  const { admin } = clientThatGets(new Response('Bad gateway', { status: 502 }));
  await expect(admin.resetState()).rejects.toThrow('Bad gateway (resetState: the control API responded with 502)');
});

test('has the types of requests and responses that the OpenAPI document of the control API declares', () => {
  const { admin } = clientThatGets(Response.json({}));
  expectTypeOf(admin.getState).parameters.toEqualTypeOf<[]>();
  expectTypeOf(admin.getState).returns.resolves.toEqualTypeOf<ControlSchemas['World']>();
  expectTypeOf(admin.resetState).returns.resolves.toEqualTypeOf<undefined>();
  expectTypeOf(admin.deleteSandbox).parameters.toEqualTypeOf<[{ sandbox: string }]>();
  expectTypeOf(admin.listInvites).parameters.toExtend<[{ limit?: number }?]>();
  expectTypeOf(admin.putClock).parameter(0).toEqualTypeOf<Readonly<ControlSchemas['ClockSetting']>>();
});

test('documents every method of the control client in the Node.js reference', () => {
  const page = readFileSync(new URL('../../docs/reference/node-api.md', import.meta.url), 'utf8');
  const record =
    /^(?:list|create|get|patch|delete)(Integration|JwtKey|Invite|Field|Organization|Provider|Installation)s?$/;
  const names = Object.keys(CONTROL_OPERATIONS).map((operationId) => record.exec(operationId)?.[1] ?? operationId);
  expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
