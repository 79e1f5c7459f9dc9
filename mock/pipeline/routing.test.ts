import express from 'express';
import supertest from 'supertest';
import { expect, test } from 'vitest';
import { toExpressPath } from './routing.ts';

test.each([
  ['/a.b/{keyId}/c(d)', '/a.b/1:x/c(d)', { keyId: '1:x' }],
  ['/a:b/{key-id}/c(d)', '/a:b/1/c(d)', { 'key-id': '1' }],
  ['/a.b/{keyId}/c(d)', '/aXb/1/c(d)', undefined],
  ['/a.b/{keyId}/c(d)', '/a.b/1/2/c(d)', undefined],
  ['/a.b/{keyId}/c(d)', '/a.b//c(d)', undefined],
])('matches the path template %s with the path %s: %j', async (template, path, params) => {
  const app = express().get(toExpressPath(template), (request, response) => {
    response.json(request.params);
  });
  const { status, body } = await supertest(app).get(path);
  expect([status, status === 200 ? body : undefined]).toEqual(params ? [200, params] : [404, undefined]);
});
