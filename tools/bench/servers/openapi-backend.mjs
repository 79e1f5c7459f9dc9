// openapi-backend: routes and validates requests by the document. The handlers are hand-written.
import { createServer } from 'node:http';
import { OpenAPIBackend } from 'openapi-backend';
import { createKey, document, port, updateKey } from './common.mjs';

const api = new OpenAPIBackend({
  definition: document,
  apiRoot: '/v1',
  ajvOpts: { formats: { 'rsa-public-key-pem': true } },
  handlers: {
    createJwtKey: ({ request }) => [201, { kid: createKey(request.requestBody) }],
    updateJwtKey: ({ request }) => {
      const updated = updateKey(request.params.keyId, request.requestBody);
      return updated ? [200, updated] : [404, { title: 'Not found', status: 404 }];
    },
    validationFail: ({ validation }) => [400, { title: 'Invalid request', status: 400, errors: validation.errors }],
    unauthorizedHandler: () => [401, { title: 'Unauthorized', status: 401 }],
    notFound: () => [404, { title: 'Not found', status: 404 }],
  },
});
api.registerSecurityHandler('apiKey', ({ request }) => request.headers['x-api-key'] === 'test-key');
await api.init();

createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const { method, url: path, headers } = request;
  const [status, body] = await api.handleRequest({ method, path, headers, body: Buffer.concat(chunks).toString() });
  const text = JSON.stringify(body);
  const type = status < 400 ? 'application/json' : 'application/problem+json';
  response.writeHead(status, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(text) }).end(text);
}).listen(Number(port), '127.0.0.1');
