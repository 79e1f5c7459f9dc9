// Server with Fastify 5, schemas for requests and responses, and a fixed response.
import createFastify from 'fastify';
import { creation, fixedKey, port, update } from './common.mjs';

const text = { type: 'string' };
const kid = { type: 'object', properties: { kid: text } };
const key = {
  type: 'object',
  properties: Object.fromEntries(
    Object.keys(fixedKey).map((name) => [name, name === 'active' ? { type: 'boolean' } : text]),
  ),
};

const fastify = createFastify();
fastify.post(
  '/v1/projects/:project/jwt-keys',
  { schema: { body: creation, response: { 201: kid } } },
  (_request, reply) => reply.code(201).send({ kid: fixedKey.id }),
);
fastify.patch(
  '/v1/projects/:project/jwt-keys/:id',
  { schema: { body: update, response: { 200: key } } },
  () => fixedKey,
);
await fastify.listen({ port: Number(port), host: '127.0.0.1' });
