import type { Resource } from '../core/service.ts';
import type { Bodies, Handler, Kinds } from './kinds.ts';

/** §4.5. A key requested as RS256 is stored as an RSA key (D53). */
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

/** §4.4. Changes exactly the fields that the mask names (D42), or nothing. */
const updateJwtKey: Handler<Bodies['UpdateJwtKeyRequest'], 'jwtKey'> = async (
  { body: { updateMask, jwtKey: given } },
  { found: { jwtKey: key }, records, clock, problem },
) => {
  const missing = updateMask.filter((field) => given[field] === undefined);
  if (missing.length > 0) {
    const detail = `updateMask names ${missing.join(' and ')}, but jwtKey holds no such value.`;
    return problem('impossible', detail, 'D43');
  }
  const changes = Object.fromEntries(updateMask.map((field) => [field, given[field]]));
  // Later than before, however fast the requests follow each other (D44).
  const time = Math.max(clock.now().getTime(), Date.parse(key.updateTime) + 1);
  const updated = { ...key, ...changes, updateTime: new Date(time).toISOString() };
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
