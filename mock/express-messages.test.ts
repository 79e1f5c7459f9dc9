import { once } from 'node:events';
import { createServer, get } from 'node:http';
import express from 'express';
import { expect, test } from 'vitest';
import { listen } from '../test/helpers/listen.ts';
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

  const [answer] = await once(get(`${await listen(server)}/?a=b`, { agent: false }), 'response');

  expect(prototypes).toEqual([app.request, app.response, app.request, app.response]);
  expect(answer.statusCode).toBe(201);
  expect((await answer.toArray()).join('')).toBe('{"query":{"a":"b"}}');
  server.close();
});
