// Minimal server with Node.js only: parses JSON and sends a fixed response.
import { createServer } from 'node:http';
import { fixedKey, port } from './common.mjs';

const created = JSON.stringify({ kid: fixedKey.id });
const updated = JSON.stringify(fixedKey);

createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    JSON.parse(Buffer.concat(chunks).toString());
    const body = request.method === 'POST' ? created : updated;
    response
      .writeHead(request.method === 'POST' ? 201 : 200, {
        'Content-Type': 'application/json',
        'Content-Length': body.length,
      })
      .end(body);
  });
}).listen(Number(port), '127.0.0.1');
