import type { Resource } from '../core/service.ts';
import type { Bodies, Handler, Kinds } from './kinds.ts';

/**
 * Registers a public key (§4.5 of the interface document). The request names the algorithm RS256, and the stored
 * algorithm is RSA (D53).
 */
const createJwtKey: Handler<Bodies['CreateJwtKeyRequest'], 'project'> = async (
  { body: { label, publicKeyPem } },
  { found: { project }, records, clock },
) => {
  const now = clock.now().toISOString();
  const { id } = await records.create('jwtKey', {
    projectId: project.id,
    label,
    algorithm: 'RSA',
    publicKeyPem,
    active: true,
    createTime: now,
    updateTime: now,
  });
  return { body: { kid: id } };
};

/**
 * Updates a JWT key (§4.4 of the interface document): changes exactly the fields that the update mask names (D42). If
 * `jwtKey` has no value for a field in the update mask, rejects the request and changes no field (D43).
 */
const updateJwtKey: Handler<Bodies['UpdateJwtKeyRequest'], 'jwtKey'> = async (
  { body: { updateMask, jwtKey: given } },
  { found: { jwtKey: key }, records, clock, problem },
) => {
  const missing = updateMask.filter((field) => given[field] === undefined);
  if (missing.length > 0) {
    const detail = `updateMask contains ${missing.join(' and ')}, but jwtKey does not. Add the value, or remove the name from updateMask.`;
    return problem('impossible', detail, 'D43');
  }
  // Each update of a JWT key sets a later `updateTime`, even within the same millisecond (D44).
  const time = Math.max(clock.now().getTime(), Date.parse(key.updateTime) + 1);
  const updated = { ...key, updateTime: new Date(time).toISOString() };
  for (const field of updateMask) Object.assign(updated, { [field]: given[field] });
  await records.put('jwtKey', updated);
  return { body: updated };
};

export const jwtKey: Resource<Kinds['jwtKey']> = {
  defaults: ({ createTime }, clock) => {
    const time = createTime ?? clock.now().toISOString();
    return { algorithm: 'RSA', active: true, createTime: time, updateTime: time };
  },
  handlers: { createJwtKey, updateJwtKey },
};
