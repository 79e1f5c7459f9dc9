import { expect, test } from 'vitest';
import type { JsonObject } from '../../src/contract/json.ts';
import { withFullMask, withSemantics } from './semantic-bodies.ts';

const both = { active: false, label: 'a' };

test.each<[string, JsonObject, JsonObject]>([
  ['keeps a valid mask', { updateMask: ['label'], jwtKey: both }, { updateMask: ['label'], jwtKey: both }],
  [
    'names a repeated field once',
    { updateMask: ['label', 'label'], jwtKey: both },
    { updateMask: ['label'], jwtKey: both },
  ],
  [
    'removes a field without a value',
    { updateMask: ['label', 'active'], jwtKey: { active: true } },
    { updateMask: ['active'], jwtKey: { active: true } },
  ],
  [
    'names every field with a value if no masked field has one',
    { updateMask: ['label'], jwtKey: { active: true } },
    { updateMask: ['active'], jwtKey: { active: true } },
  ],
  [
    'names every field with a value if the mask is missing',
    { jwtKey: both },
    { updateMask: ['active', 'label'], jwtKey: both },
  ],
  [
    'adds a value if there is none',
    { updateMask: ['label'], jwtKey: {} },
    { updateMask: ['active'], jwtKey: { active: true } },
  ],
  [
    'keeps other properties',
    { updateMask: ['label'], jwtKey: both, more: 1 },
    { updateMask: ['label'], jwtKey: both, more: 1 },
  ],
])('%s in an update', (_, body, want) => {
  expect(withSemantics('updateJwtKey', body)).toEqual(want);
});

test('adds missing lists of objects to the body of an integration, and removes repeated objects', () => {
  const body = (content: JsonObject) => ({ latestRevision: { content } });
  const twice = { objects: [{ objectName: 'a' }, { objectName: 'b' }, { objectName: 'a', schedule: 'daily' }] };
  const once = { objects: [{ objectName: 'a' }, { objectName: 'b' }] };
  expect(withSemantics('createIntegration', body({ read: twice, write: {}, proxy: {} }))).toEqual(
    body({ read: once, write: { objects: [] }, proxy: {} }),
  );
});

test('removes the inheritance of an object if `read` has no object with the same name', () => {
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
  expect(withSemantics('createIntegration', body(true))).toEqual(body(false));
});

test('lists every field of an update in its mask', () => {
  expect(withFullMask({ updateMask: ['label'], jwtKey: both })).toEqual({
    updateMask: ['active', 'label'],
    jwtKey: both,
  });
  const others = [{ updateMask: ['label'] }, { jwtKey: both }];
  expect(others.map(withFullMask)).toEqual(others);
});

test.each<[string, JsonObject, JsonObject]>([
  [
    'sets the type string for options',
    { valueType: 'boolean', stringOptions: {} },
    { valueType: 'string', stringOptions: {} },
  ],
  [
    'removes a restriction without values',
    { stringOptions: { valuesRestricted: true } },
    { valueType: 'string', stringOptions: { valuesRestricted: false } },
  ],
  [
    'removes a restriction to an empty list',
    { stringOptions: { valuesRestricted: true, values: [] } },
    { valueType: 'string', stringOptions: { valuesRestricted: false, values: [] } },
  ],
  [
    'takes the default from the restricted values',
    { stringOptions: { valuesRestricted: true, values: ['a', 'b'], defaultValue: 'c' } },
    { valueType: 'string', stringOptions: { valuesRestricted: true, values: ['a', 'b'], defaultValue: 'a' } },
  ],
  [
    'keeps any default without a restriction',
    { stringOptions: { valuesRestricted: false, values: ['a'], defaultValue: 'c' } },
    { valueType: 'string', stringOptions: { valuesRestricted: false, values: ['a'], defaultValue: 'c' } },
  ],
  [
    'extends the length to the longest value',
    { stringOptions: { length: 1, values: ['a', '🔑🔑🔑'] } },
    { valueType: 'string', stringOptions: { length: 3, values: ['a', '🔑🔑🔑'] } },
  ],
  [
    'extends the length to the default',
    { stringOptions: { length: 1, defaultValue: 'abcd' } },
    { valueType: 'string', stringOptions: { length: 4, defaultValue: 'abcd' } },
  ],
  [
    'keeps a sufficient length',
    { stringOptions: { length: 9, values: ['a'] } },
    { valueType: 'string', stringOptions: { length: 9, values: ['a'] } },
  ],
  ['keeps a field without options', { valueType: 'boolean' }, { valueType: 'boolean' }],
])('%s if the definition of a metadata field contradicts itself', (_, field, want) => {
  for (const operationId of ['upsertIntegrationObjectMetadata', 'upsertProviderObjectMetadata'])
    expect(withSemantics(operationId, { groupRef: 'g', fields: { contact: [field], lead: [] } })).toEqual({
      groupRef: 'g',
      fields: { contact: [want], lead: [] },
    });
});

test('does not change invalid field definitions, and bodies of other operations', () => {
  for (const body of [{ fields: 7 }, { fields: { contact: 'x' } }, { fields: { contact: [7] } }])
    expect(withSemantics('upsertProviderObjectMetadata', body)).toEqual(body);
  const body = { updateMask: ['label'], fields: { contact: [{ stringOptions: {} }] } };
  expect(withSemantics('createInvite', body)).toBe(body);
});
