// Minimal server with Express 5: a route, a body parser and a fixed response.
import express from 'express';
import { fixedKey, port } from './common.mjs';

const app = express();
app.use(express.json());
app.post('/v1/projects/:project/jwt-keys', (_request, response) => response.status(201).json({ kid: fixedKey.id }));
app.patch('/v1/projects/:project/jwt-keys/:id', (_request, response) => response.json(fixedKey));
app.listen(Number(port), '127.0.0.1');
