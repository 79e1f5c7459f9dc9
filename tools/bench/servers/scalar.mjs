// Server with @scalar/mock-server, started as in its documentation.
import { readFile } from 'node:fs/promises';
import { serve } from '@hono/node-server';
import { createMockServer } from '@scalar/mock-server';
import { document, port } from './common.mjs';

const app = await createMockServer({ document: await readFile(document, 'utf8') });
serve({ fetch: app.fetch, port: Number(port), hostname: '127.0.0.1' });
