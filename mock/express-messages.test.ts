import { once } from 'node:events';
import { createServer, get } from 'node:http';
import express from 'express';
import { expect, test } from 'vitest';
import { listen } from '../test/helpers/listen.ts';
import { messagesOf } from './express-messages.ts';

test('creates requests and responses with the prototypes of the Express application', async () => {
  const app = express();
  const prototypes: unknown[] = [];
  const server = createServer(messagesOf(app), (request, response) => {
    const record = () => prototypes.push(...[request, response].map(Object.getPrototypeOf));
    record();
    app(request, response);
    record();
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
