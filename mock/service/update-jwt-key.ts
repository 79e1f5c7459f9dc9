import type { components } from '../../src/client/generated/api.ts';
import { timestampAfter } from '../core/clock.ts';
import type { OperationHandler } from '../core/operation-handler.ts';
import { Problem } from '../core/problem.ts';
import { putRecord } from '../sandboxes/records.ts';
import { theJwtKey } from './find.ts';

/** §4.4. Takes exactly what the mask names (D42), or nothing. */
export const updateJwtKey: OperationHandler<components['schemas']['UpdateJwtKeyRequest']> = async (
  { params, body: { updateMask, jwtKey } },
  { tx, clock },
) => {
  const key = await theJwtKey(tx, params.projectIdOrName, params.keyId);
  if (key instanceof Problem) return key;
  const missing = updateMask.filter((field) => jwtKey[field] === undefined);
  if (missing.length > 0) {
    return new Problem('impossible', `updateMask names ${missing.join(' and ')}, but jwtKey holds no such value.`, {
      rule: 'D43',
    });
  }
  const changes = Object.fromEntries(updateMask.map((field) => [field, jwtKey[field]]));
  const updated = { ...key, ...changes, updateTime: timestampAfter(clock, key.updateTime) };
  await putRecord(tx, 'jwtKeys', updated);
  return { body: updated };
};
