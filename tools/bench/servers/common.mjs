// Shared code of the hand-written servers of the benchmark.
import { randomUUID } from 'node:crypto';

export const PROJECT = '11111111-1111-4111-8111-111111111111';

const label = { type: 'string', minLength: 1, maxLength: 255 };

/** Schema of the body of POST jwt-keys, except for the public key: JSON Schema cannot describe an RSA key. */
export const creation = {
  type: 'object',
  required: ['label', 'algorithm', 'publicKeyPem'],
  properties: {
    label,
    algorithm: { type: 'string', enum: ['RS256'] },
    publicKeyPem: { type: 'string', pattern: '-----BEGIN (RSA )?PUBLIC KEY-----' },
  },
};

/** Schema of the body of PATCH jwt-keys. */
export const update = {
  type: 'object',
  required: ['updateMask', 'jwtKey'],
  properties: {
    updateMask: { type: 'array', minItems: 1, items: { type: 'string', enum: ['active', 'label'] } },
    jwtKey: { type: 'object', properties: { label, active: { type: 'boolean' } } },
  },
};

/** Port on which the server listens, and path of the OpenAPI document. */
export const [, , port, document] = process.argv;

const keys = new Map();

/** Stores a key. @returns its ID */
export function createKey({ label, publicKeyPem }) {
  const id = randomUUID();
  const now = new Date().toISOString();
  keys.set(id, {
    id,
    projectId: PROJECT,
    label,
    algorithm: 'RSA',
    publicKeyPem,
    active: true,
    createTime: now,
    updateTime: now,
  });
  return id;
}

/**
 * Changes the fields of a stored JWT key that the update mask names. @returns the changed JWT key, or undefined if the
 * JWT key does not exist
 */
export function updateKey(id, { updateMask, jwtKey }) {
  const key = keys.get(id);
  if (!key) return undefined;
  const updated = { ...key, updateTime: new Date().toISOString() };
  for (const field of updateMask) updated[field] = jwtKey[field];
  keys.set(id, updated);
  return updated;
}

/** Body that the hand-written servers without a store send in response to every PATCH. */
export const fixedKey = {
  id: '9a2f8c5e-3f1b-4d6a-8e37-0c4b5a6d7e8f',
  projectId: PROJECT,
  label: 'Signing key',
  algorithm: 'RSA',
  publicKeyPem: '-----BEGIN PUBLIC KEY-----\n-----END PUBLIC KEY-----\n',
  active: true,
  createTime: '2026-01-15T09:30:00.000Z',
  updateTime: '2026-02-01T12:00:00.000Z',
};
