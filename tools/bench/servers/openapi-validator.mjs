// express-openapi-validator: validates requests and responses by the document. The handlers are hand-written.
import express from 'express';
import OpenApiValidator from 'express-openapi-validator';
import { createKey, document, port, updateKey } from './common.mjs';

const app = express();
app.use(express.json());
app.use(
  OpenApiValidator.middleware({
    apiSpec: document,
    validateRequests: true,
    validateResponses: true,
    validateSecurity: { handlers: { apiKey: (request) => request.get('X-Api-Key') === 'test-key' } },
  }),
);
app.post('/v1/projects/:project/jwt-keys', ({ body }, response) => response.status(201).json({ kid: createKey(body) }));
app.patch('/v1/projects/:project/jwt-keys/:id', ({ params, body }, response) => {
  const updated = updateKey(params.id, body);
  if (updated) response.json(updated);
  else response.status(404).json({ title: 'Not found', status: 404 });
});
app.use((error, _request, response, _next) => {
  const { status = 500, message } = error;
  response
    .status(status)
    .type('application/problem+json')
    .send(JSON.stringify({ title: 'Problem', status, detail: message }));
});
app.listen(Number(port), '127.0.0.1');
