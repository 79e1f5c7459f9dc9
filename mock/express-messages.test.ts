import { once } from 'node:events';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { expect, test } from 'vitest';
import { messagesOf } from './express-messages.ts';

test('a server makes its messages as the application wants them', async () => {
  const app = express();
  const prototypes: unknown[] = [];
  const server = createServer(messagesOf(app), (request, response) => {
    const note = () => prototypes.push(...[request, response].map(Object.getPrototypeOf));
    note();
    app(request, response);
    note();
  });
  app.get('/', (request, response) => {
    response.locals.query = request.query;
    response.status(201).json(response.locals);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');

  const [answer] = await once(
    get({ port: (server.address() as AddressInfo).port, path: '/?a=b', agent: false }),
    'response',
  );

  expect(prototypes).toEqual([app.request, app.response, app.request, app.response]);
  expect(answer.statusCode).toBe(201);
  expect((await answer.toArray()).join('')).toBe('{"query":{"a":"b"}}');
  server.close();
});
