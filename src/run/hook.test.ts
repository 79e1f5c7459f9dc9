import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { listen } from '../../test/helpers/listen.ts';
import { callHook } from './hook.ts';

/** Starts a hook that responds with 500 and repeats the URL and the credentials of the request in the response. */
async function failingHook() {
  const seen: (string | undefined)[] = [];
  const server = createServer(({ headers, url }, response) => {
    seen.push(headers.authorization);
    response.writeHead(500).end(`${url} failed for http://someone:p4ss%2Fword@hook with ${headers.authorization}`);
  });
  const { host } = new URL(await listen(server));
  return { host, seen, [Symbol.asyncDispose]: async () => void server.close() };
}

test('sends the credentials of a URL as basic authentication, and shows no secret of the URL', async () => {
  await using hook = await failingHook();
  const url = `http://someone:p4ss%2Fword@${hook.host}/hidden-path?token=hidden-token`;
  const error = await callHook('the cleanup hook', { url }, {}).catch((thrown: Error) => thrown);
  expect(hook.seen).toEqual([`Basic ${Buffer.from('someone:p4ss/word').toString('base64')}`]);
  expect(String(error)).toContain(`the cleanup hook (http://${hook.host}) failed: the response is 500`);
  expect(String(error)).not.toMatch(/p4ss|hidden/);
  expect(String(error)).not.toContain(Buffer.from('someone:p4ss/word').toString('base64'));
});
