// Hand-written server with which the benchmark compares the mock. The server has only the two measured operations. The
// server uses Express 5, schemas that are compiled once, and a Map as the store. With `trusting` as the last argument,
// the server accepts a public key without parsing it, which violates the contract. With `complete` as the last argument,
// the server lists all violations of an invalid body, as the mock does, instead of only the first violation.
import { createPublicKey } from 'node:crypto';
import Ajv from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import express from 'express';
import { createKey, creation, PROJECT, port, update, updateKey } from './common.mjs';

const trusting = process.argv.includes('trusting');
const complete = process.argv.includes('complete');
const ajv = new Ajv.default({ allErrors: complete });
addFormats.default(ajv);
const validCreation = ajv.compile(creation);
const validUpdate = ajv.compile(update);

const app = express().disable('x-powered-by').disable('etag');
app.use((request, response, next) => {
  if (request.get('X-Api-Key') === 'test-key') return next();
  problem(response, 401, 'X-Api-Key is not a known API key.');
});
app.use(express.json());

app.post('/v1/projects/:project/jwt-keys', ({ params, body }, response) => {
  if (params.project !== PROJECT) return problem(response, 404, 'The project does not exist.');
  const isValid = validCreation(body);
  if (!isValid && !complete) return problem(response, 400, ajv.errorsText(validCreation.errors));
  const issues = isValid ? [] : validCreation.errors.map(({ instancePath, message }) => `${instancePath} ${message}`);
  if (!trusting && !isRsaPublicKey(body.publicKeyPem)) issues.push('publicKeyPem is not an RSA key.');
  if (issues.length > 0) return problem(response, 400, issues.join(' '));
  response.status(201).json({ kid: createKey(body) });
});

app.patch('/v1/projects/:project/jwt-keys/:id', ({ params, body }, response) => {
  if (params.project !== PROJECT) return problem(response, 404, 'The project does not exist.');
  if (!validUpdate(body)) return problem(response, 400, ajv.errorsText(validUpdate.errors));
  const updated = updateKey(params.id, body);
  if (!updated) return problem(response, 404, 'The JWT key does not exist.');
  response.json(updated);
});

app.use((error, _request, response, _next) => problem(response, error.status ?? 500, error.message));
app.listen(Number(port), '127.0.0.1');

function isRsaPublicKey(pem) {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPublicKey(pem);
    return asymmetricKeyType === 'rsa' && asymmetricKeyDetails.modulusLength >= 2048;
  } catch {
    return false;
  }
}

function problem(response, status, detail) {
  response
    .status(status)
    .type('application/problem+json')
    .send(JSON.stringify({ title: 'Problem', status, detail }));
}
