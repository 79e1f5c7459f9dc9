import { rsaModulusLength } from '../../../spec/formats/rsa-public-key-pem.ts';
import type { ExchangeParts } from '../../../src/contract/document/effects.ts';
import { isObject } from '../../../src/contract/json.ts';
import type { Answer } from '../../../src/run-result/wire.ts';
import { isSuccess } from '../../connection/answer.ts';
import { addressesOf } from '../../connection/fixture-kind.ts';
import type { Target } from '../../connection/target.ts';
import { isSameId, UUID } from '../../engine/catalogue/identifier-variants.ts';
import type { RecordExchange, RecordModel } from '../../engine/ledger/record-model.ts';
import { isSameKey } from './key-material.ts';
import { kidOf } from './kid.ts';
import { milliseconds } from './milliseconds.ts';

/** Compares two times also beyond milliseconds, which `Date` ignores. */
const isSameTime = (expected: unknown, actual: unknown) =>
  expected === actual ||
  (milliseconds(expected) === milliseconds(actual) && microseconds(expected) === microseconds(actual));

/** The digits of a time beyond milliseconds, up to picoseconds. */
const microseconds = (time: unknown) => (/\.\d{3}(\d{0,9})/.exec(String(time))?.[1] ?? '').padEnd(9, '0');

/** True also if a time is invalid, since a violation of the schema is another failure. */
const isNotEarlier = (before: unknown, after: unknown) => !(milliseconds(after) < milliseconds(before));

const MAX_LABEL = 255;
const MIN_BITS = 2048;

/**
 * The properties of a JWT key that the ledger expects in responses of `updateJwtKey`, and the rule that each unexpected
 * value breaks.
 */
export const jwtKeyRecord: RecordModel = {
  kind: 'jwtKey',
  properties: [
    { name: 'label', set: 'D42', first: 'D46', later: 'D46' },
    { name: 'active', set: 'D42', first: 'D57', later: 'D46' },
    {
      name: 'id',
      first: 'D53',
      later: 'D44',
      isSame: (expected, actual) => isSameId(String(expected), String(actual)),
    },
    {
      name: 'projectId',
      first: 'D59',
      later: 'D44',
      // A `projectId` that is not a UUID violates the schema, and another check reports this violation.
      isSame: (expected, actual) => !UUID.test(String(actual)) || isSameId(String(expected), String(actual)),
    },
    { name: 'algorithm', first: 'D53', later: 'D44' },
    {
      name: 'publicKeyPem',
      first: 'D58',
      later: 'D44',
      isSame: (expected, actual) => expected === actual || isSameKey(String(expected), actual),
    },
    { name: 'createTime', later: 'D44', isSame: isSameTime },
    { name: 'updateTime', later: 'D44', advances: true, isSame: isNotEarlier },
  ],
  read({ target, operation, parts, answer }) {
    if (operation.operationId === 'createJwtKey') return creation(target, parts, answer);
    return operation.operationId === 'updateJwtKey' ? update(parts) : undefined;
  },
};

/** True if the label is valid, with 1 to 255 code points (D45, D50), or absent. */
function isLabel(value: unknown): boolean {
  return value === undefined || (typeof value === 'string' && value !== '' && [...value].length <= MAX_LABEL);
}

function creation(target: Target, { path, requestBody }: ExchangeParts, answer: Answer | undefined) {
  const id = answer && isSuccess(answer) ? kidOf(answer) : undefined;
  const project = projectOf(target, path.projectIdOrName);
  if (id === undefined || !isObject(requestBody) || project === undefined) return undefined;
  const { label, publicKeyPem } = requestBody;
  // A service that accepts an invalid label or public key may store any value, so the model expects no value.
  if (!isLabel(label)) return undefined;
  const isLong = (rsaModulusLength(String(publicKeyPem)) ?? 0) >= MIN_BITS;
  if (!isLong || !/^-----BEGIN/.test(String(publicKeyPem))) return undefined;
  const sets = { id, projectId: project, label, publicKeyPem, active: true, algorithm: 'RSA' };
  return { id, effect: 'create', sets, notSet: {} } as const;
}

function update({ path, requestBody }: ExchangeParts): RecordExchange | undefined {
  if (path.keyId === undefined) return undefined;
  if (requestBody === undefined) return { id: path.keyId, effect: 'update', sets: undefined, notSet: {} };
  const { updateMask, jwtKey } = isObject(requestBody) ? requestBody : {};
  const mask: readonly unknown[] = Array.isArray(updateMask) ? updateMask : [];
  const values = Object.entries(isObject(jwtKey) ? jwtKey : {});
  // A service that accepts an invalid update may store any value, so the model expects no value. The model also expects
  // no value after an update whose mask repeats a field, since another case tests such updates (D48).
  const isValid =
    mask.every((name) => ['label', 'active'].includes(String(name))) &&
    new Set(mask).size === mask.length &&
    isLabel(isObject(jwtKey) ? jwtKey.label : undefined);
  if (!isValid) return { id: path.keyId, effect: 'update', sets: undefined, notSet: Object.fromEntries(values) };
  const sets = Object.fromEntries(values.filter(([name]) => mask.includes(name)));
  return {
    id: path.keyId,
    effect: 'update',
    sets,
    notSet: Object.fromEntries(values.filter(([name]) => !mask.includes(name))),
  };
}

/** The UUID of the configured project that the path names, either by UUID or by name. */
function projectOf({ fixtures }: Target, address: string | undefined): string | undefined {
  const projects = [fixtures.project, fixtures.otherProject].map(addressesOf);
  return projects.find((addresses) => address !== undefined && addresses.includes(address))?.[0];
}
