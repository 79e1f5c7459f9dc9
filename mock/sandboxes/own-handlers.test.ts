import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createMock, startMock } from '../../test/helpers/mock.ts';

const INVITES = '/v1/orgs/33333333-3333-4333-8333-333333333333/invites';

/** Sends a request to the operation createInvite, and returns the status and the body of the response. */
async function invite(url: string, body: object = { email: 'ada@example.com' }) {
  const headers = { 'X-Api-Key': 'test-key', 'Content-Type': 'application/json' };
  const response = await fetch(url + INVITES, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: response.status, body: await response.json() };
}

/** Writes a module with the given text, and returns the path of the module. */
function moduleWith(text: string): string {
  const path = join(mkdtempSync(join(tmpdir(), 'handlers-')), 'handlers.ts');
  writeFileSync(path, text);
  return path;
}

test('runs a handler of the user with the request body, the records that the path identifies, and the state', async () => {
  await using mock = await startMock({
    port: 0,
    handlers: {
      createInvite: async ({ body: { email } }, { found, records, clock, problem }) => {
        if (email.endsWith('@blocked.example')) return problem('impossible', `${email} is blocked.`);
        const createTime = clock.now().toISOString();
        const draft = {
          invitedEmail: `own.${email}`,
          parentType: 'org',
          parentId: found.org?.id ?? '',
          createTime,
        } as const;
        return { body: await records.create('invite', { ...draft, status: 'pending' }) };
      },
    },
  });
  expect(await invite(mock.url)).toMatchObject({ status: 201, body: { invitedEmail: 'own.ada@example.com' } });
  expect((await mock.admin.getState()).invites).toMatchObject([{ invitedEmail: 'own.ada@example.com' }]);
  expect(await invite(mock.url, { email: 'eve@blocked.example' })).toMatchObject({
    status: 422,
    body: { detail: 'eve@blocked.example is blocked.' },
  });
  expect((await invite(mock.url, { email: 7 })).status).toBe(400);
});

test('rejects a response of a handler of the user if the response violates the document', async () => {
  await using mock = await startMock({ port: 0, handlers: { createInvite: async () => ({ body: { id: 1 } }) } });
  expect((await invite(mock.url)).status).toBe(500);
});

test('loads handlers of the user from a module', async () => {
  const handlers = moduleWith(
    "export default { createInvite: async (_request: object, { problem }: any) => problem('conflict', 'No.') };",
  );
  await using mock = await startMock({ port: 0, handlers });
  expect(await invite(mock.url)).toMatchObject({ status: 409, body: { detail: 'No.' } });
});

test.each([
  [
    'an unknown operation',
    'export default { createInvit: () => ({}) };',
    /"createInvit" .*did you mean "createInvite"\?/,
  ],
  [
    'a value that is not a function',
    'export default { createInvite: 7 };',
    /createInvite is number; expected a function/,
  ],
  ['a module without a default export', 'export const createInvite = () => ({});', /no default export/],
  ['a module that throws', "throw new Error('Broken.');", /cannot be loaded: Broken\./],
])('rejects %s in a module with handlers, and names the path of the module', async (_, text, message) => {
  const path = moduleWith(text);
  await expect(createMock({ handlers: path })).rejects.toThrow(message);
  await expect(createMock({ handlers: path })).rejects.toThrow(path);
});

test('rejects the path of a nonexistent module with handlers', async () => {
  await expect(createMock({ handlers: 'nowhere.ts' })).rejects.toThrow('nowhere.ts: the file does not exist.');
});
