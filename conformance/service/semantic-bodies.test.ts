import { expect, test } from 'vitest';
import type { JsonObject } from '../../src/contract/json.ts';
import { sensible, wholly } from './semantic-bodies.ts';

const both = { active: false, label: 'a' };

test.each<[string, JsonObject, JsonObject]>([
  ['names what it changes: it stays', { updateMask: ['label'], jwtKey: both }, { updateMask: ['label'], jwtKey: both }],
  [
    'names a field twice: once',
    { updateMask: ['label', 'label'], jwtKey: both },
    { updateMask: ['label'], jwtKey: both },
  ],
  [
    'names what has no value: the others',
    { updateMask: ['label', 'active'], jwtKey: { active: true } },
    { updateMask: ['active'], jwtKey: { active: true } },
  ],
  [
    'names nothing that has a value: all that has one',
    { updateMask: ['label'], jwtKey: { active: true } },
    { updateMask: ['active'], jwtKey: { active: true } },
  ],
  ['is not there: all that has a value', { jwtKey: both }, { updateMask: ['active', 'label'], jwtKey: both }],
  [
    'comes with no value: one is made up',
    { updateMask: ['label'], jwtKey: {} },
    { updateMask: ['active'], jwtKey: { active: true } },
  ],
  [
    'comes with other members: they stay',
    { updateMask: ['label'], jwtKey: both, more: 1 },
    { updateMask: ['label'], jwtKey: both, more: 1 },
  ],
])('the mask of an update that %s', (_, body, want) => {
  expect(sensible('updateJwtKey', body)).toEqual(want);
});

test('an integration names each object once in a list, and has the list of what it does', () => {
  const body = (content: JsonObject) => ({ latestRevision: { content } });
  const twice = { objects: [{ objectName: 'a' }, { objectName: 'b' }, { objectName: 'a', schedule: 'daily' }] };
  const once = { objects: [{ objectName: 'a' }, { objectName: 'b' }] };
  expect(sensible('createIntegration', body({ read: twice, write: {}, proxy: {} }))).toEqual(
    body({ read: once, write: { objects: [] }, proxy: {} }),
  );
});

test('an object inherits from one that is read alone', () => {
  const body = (isInherited: boolean) => ({
    latestRevision: {
      content: {
        read: { objects: [{ objectName: 'a' }] },
        write: { objects: [{ objectName: 'a', inheritMapping: true }] },
        subscribe: {
          objects: [
            { objectName: 'a', inheritFieldsAndMapping: true },
            { objectName: 'b', inheritFieldsAndMapping: isInherited },
          ],
        },
      },
    },
  });
  expect(sensible('createIntegration', body(true))).toEqual(body(false));
});

test('to be wrong wherever it may be, an update names all that it holds', () => {
  expect(wholly({ updateMask: ['label'], jwtKey: both })).toEqual({ updateMask: ['active', 'label'], jwtKey: both });
  const others = [{ updateMask: ['label'] }, { jwtKey: both }];
  expect(others.map(wholly)).toEqual(others);
});

test.each<[string, JsonObject, JsonObject]>([
  ['options are of a string', { valueType: 'boolean', stringOptions: {} }, { valueType: 'string', stringOptions: {} }],
  [
    'a restriction needs values',
    { stringOptions: { valuesRestricted: true } },
    { valueType: 'string', stringOptions: { valuesRestricted: false } },
  ],
  [
    'a restriction to no value is none',
    { stringOptions: { valuesRestricted: true, values: [] } },
    { valueType: 'string', stringOptions: { valuesRestricted: false, values: [] } },
  ],
  [
    'the default of a restriction is one of its values',
    { stringOptions: { valuesRestricted: true, values: ['a', 'b'], defaultValue: 'c' } },
    { valueType: 'string', stringOptions: { valuesRestricted: true, values: ['a', 'b'], defaultValue: 'a' } },
  ],
  [
    'without a restriction the default is free',
    { stringOptions: { valuesRestricted: false, values: ['a'], defaultValue: 'c' } },
    { valueType: 'string', stringOptions: { valuesRestricted: false, values: ['a'], defaultValue: 'c' } },
  ],
  [
    'the length takes the longest value',
    { stringOptions: { length: 1, values: ['a', '🔑🔑🔑'] } },
    { valueType: 'string', stringOptions: { length: 3, values: ['a', '🔑🔑🔑'] } },
  ],
  [
    'the length takes the default',
    { stringOptions: { length: 1, defaultValue: 'abcd' } },
    { valueType: 'string', stringOptions: { length: 4, defaultValue: 'abcd' } },
  ],
  [
    'a length that is enough stays',
    { stringOptions: { length: 9, values: ['a'] } },
    { valueType: 'string', stringOptions: { length: 9, values: ['a'] } },
  ],
  ['what has no options stays', { valueType: 'boolean' }, { valueType: 'boolean' }],
])('a field of metadata contradicts itself nowhere: %s', (_, field, want) => {
  for (const operationId of ['upsertIntegrationObjectMetadata', 'upsertProviderObjectMetadata'])
    expect(sensible(operationId, { groupRef: 'g', fields: { contact: [field], lead: [] } })).toEqual({
      groupRef: 'g',
      fields: { contact: [want], lead: [] },
    });
});

test('fields that are no fields stay as they are, as does the body of any other operation', () => {
  for (const body of [{ fields: 7 }, { fields: { contact: 'x' } }, { fields: { contact: [7] } }])
    expect(sensible('upsertProviderObjectMetadata', body)).toEqual(body);
  const body = { updateMask: ['label'], fields: { contact: [{ stringOptions: {} }] } };
  expect(sensible('createInvite', body)).toBe(body);
});
