import type { Operation } from '../../../src/contract/document/operation.ts';
import { isObject, type JsonObject } from '../../../src/contract/json.ts';
import type { Answer } from '../../../src/run-result/wire.ts';
import { isSuccess } from '../../connection/answer.ts';
import type { Case } from '../../engine/case.ts';
import { addressInTurn } from '../../engine/request/addressed-by-name.ts';
import { describe, type Scope } from '../../engine/scope.ts';
import { operationOf } from '../jwt-keys/actions.ts';
import { INTEGRATION_FORM, PROVIDER_FORM } from './operations.ts';

/** Field definitions by object name. */
export type Fields = Readonly<Record<string, readonly JsonObject[]>>;

/** What is sent in one upsert, from names that nobody uses. */
const SHAPES: readonly (readonly [
  id: string,
  what: string,
  fields: (name: (prefix?: string) => string) => Fields,
  rule?: string | undefined,
  /** What no schema says, a service may find impossible: 422 (D08). */
  isOpen?: boolean,
])[] = [
  [
    'several-fields-several-objects',
    'several fields of several objects',
    (name) => ({
      contact: [1, 2, 3].map(() => field(name())),
      Account: [1, 2].map(() => field(name())),
      ...Object.fromEntries(
        ['opportunities', 'leads', 'task', 'user', 'campaign', 'case', 'contract', 'product', 'order', 'price'].map(
          (object) => [object, [field(name())]],
        ),
      ),
    }),
  ],
  ['one-name-two-objects', 'one name in two objects', (name) => shared(name())],
  [
    'more-fields-than-page-would-hold',
    'more fields than a page would hold',
    // In less than the 8 KiB that a server may well end at.
    (name) => ({ contact: Array.from({ length: 102 }, () => field(name('f'), { displayName: 'F' })) }),
  ],
  [
    'long-names-capitals-other-scripts-dots-hyphens-s',
    'long names, in capitals, of other scripts, with dots, hyphens, spaces and markup',
    (name) => ({
      contact: [
        'ABC',
        'größe_大きさ',
        // Other characters in the normal forms of Unicode.
        'e\u0301_\ufb01',
        'a.b.c',
        'a-b',
        'a b',
        'a/b',
        'a%20b',
        ' ',
        '_snake_case__c',
        '<b>&"\'',
        'x'.repeat(150),
      ].map((part) => field(`${name()}${part}`)),
    }),
    'D64',
    true,
  ],
  [
    'objects-named-capitals-dots-spaces-underscores',
    'objects named in capitals, with dots, spaces and underscores',
    (name) => Object.fromEntries(['crm.Contact', 'Sales Order', 'custom_object__c'].map((of) => [of, [field(name())]])),
  ],
  [
    'object-without-fields',
    'an object without fields',
    (name) => ({ contact: [field(name())], account: [] }),
    undefined,
    true,
  ],
  [
    'names-every-javascript-object',
    'names that every JavaScript object has',
    (name) => ({
      contact: ['constructor', 'toString', 'hasOwnProperty'].map((inherited) => field(inherited)),
      constructor: [field(name())],
      valueOf: [field(name())],
    }),
  ],
  [
    'names-special',
    'names that languages and stores give a meaning',
    (name) => ({
      contact: SPECIAL_NAMES.map((special) => field(special)),
      ...Object.fromEntries(SPECIAL_NAMES.map((special) => [special, [field(name())]])),
    }),
    'D64',
    true,
  ],
  [
    'names-alike',
    'names of which each begins with the one before it',
    (name) => {
      const first = name();
      return {
        contact: ['', 'a', 'ab', 'ab_', 'ab_1', 'ab_10'].map((end) => field(first + end)),
        ...Object.fromEntries(['obj', 'obj1', 'obj10', 'object'].map((object) => [object, [field(first)]])),
      };
    },
  ],
  [
    'names-long',
    'names of lengths at which columns end',
    (name) => ({
      contact: [30, 31, 63, 64, 65, 127, 128, 129, 255].map((length) => field(name().padEnd(length, 'x'))),
    }),
    'D64',
    true,
  ],
  [
    'objects-hundreds',
    '300 objects',
    (name) => Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`object_${index}`, [field(name('f'))]])),
    'D64',
    true,
  ],
  [
    'fields-thousand',
    '1,000 fields of one object',
    (name) => ({ contact: Array.from({ length: 1000 }, () => field(name('f'), { displayName: 'F' })) }),
    'D64',
    true,
  ],
  // A list, where a language tells one from a map by its keys.
  [
    'names-are-numbers',
    'names that are numbers',
    () => ({ 0: [field('0')], 1: [field('0'), field('1')] }),
    'D64',
    true,
  ],
  [
    'optional-members',
    'optional members',
    (name) => ({
      contact: [
        field(name(), { required: true }),
        field(name(), { required: false, description: 'A note' }),
        field(name(), { stringOptions: { length: 30 } }),
        field(name(), {
          stringOptions: { length: 10, defaultValue: 'one', values: ['one', 'two'], valuesRestricted: true },
        }),
      ],
    }),
    'D65',
  ],
  [
    'value-types-beyond-one-interface-shows',
    'value types beyond the one that the interface shows',
    (name) => ({
      contact: ['integer', 'boolean', 'datetime', 'other'].map((valueType) => field(name(), { valueType })),
    }),
    'D65',
  ],
];

/** Names that a language, a store, a template or JSON Pointer gives a meaning. */
const SPECIAL_NAMES = [
  ...[
    '_id',
    '_',
    '__v',
    '$ref',
    '$set',
    '$',
    '.',
    '..',
    'a..b',
    'a[0]',
    'a[]',
    '/',
    '~',
    '~0',
    '~1',
    'a~1b',
    '#',
    '?',
    '*',
  ],
  ...['length', 'name', 'prototype', 'then', 'toJSON', 'default', 'class', 'id', 'type', 'fields', 'success', 'action'],
  ...['null', 'true', 'undefined', 'NaN', '-1', '01', '1e3', '@type', ':id', '%s', '{0}', "it's", 'a\\b', 'a\tb'],
];

/** Valid by the schema; whether a service takes them is its own matter (D68). */
const CONTRADICTIONS: readonly JsonObject[] = [
  { valuesRestricted: true },
  { valuesRestricted: true, values: ['a', 'b'], defaultValue: 'c' },
  { length: 1, defaultValue: 'ab' },
];

/** Names of objects that a store or a library may choke on; whether a service takes them is its own matter. */
const HARD_OBJECTS: readonly (readonly [id: string, what: string, name: string])[] = [
  ['named-proto', 'named __proto__', '__proto__'],
  ['name-1-000-characters', 'whose name has 1,000 characters', 'x'.repeat(1000)],
];

function shared(name: string): Fields {
  return { contact: [field(name)], account: [field(name)] };
}

function field(fieldName: string, more: JsonObject = {}): JsonObject {
  return { fieldName, displayName: 'Conformance', valueType: 'string', ...more };
}

/** §4.1, §4.2: each field that was sent has its result, and saying it again is no error. */
export function* metadata(): Generator<Case> {
  for (const operationId of [INTEGRATION_FORM, PROVIDER_FORM]) {
    // The provider form answers as the integration form does.
    const form = operationId === INTEGRATION_FORM ? 'D60' : 'D62';
    for (const [[id, what, make, rule = form, isOpen], by] of SHAPES.flatMap((shape) =>
      (['id', 'name'] as const).map((by) => [shape, by] as const),
    )) {
      yield {
        id: `metadata/${operationId}/results/${id}${by === 'id' ? '' : '/by-name'}`,
        title: `${operationId} answers for ${what}${by === 'id' ? '' : ", under the project's name"}`,
        rules: [...new Set([form, rule, 'D61'])],
        run: async (scope) => {
          const operation = operationOf(scope, operationId);
          const fields = make((prefix = 'conformanceField') => scope.session.uniqueIdentifier(prefix));
          const answer = await scope.send({
            operation,
            params: by === 'name' ? await addressInTurn(scope, operation, 1) : {},
            body: { groupRef: scope.session.runName('conformance'), fields },
          });
          if (isOpen && answer.status === 422) return;
          if (answer.status >= 400) {
            await scope.twin(operation);
            const alike = rule === 'D62' && !(await integrationFormTakes(scope, fields));
            scope.mustHold(!alike, `the integration form refuses a body that has ${what}, too`);
          }
          if (scope.accepted(answer, operation, `the body has ${what}`, [rule])) {
            scope.holds(form);
            await complete(scope, operation, fields, isOpen ? withoutSuccess(answer) : answer);
          }
        },
      };
    }
    yield {
      id: `metadata/${operationId}/letterCase`,
      title: `${operationId} answers for names that differ in letter case alone`,
      rules: ['D61'],
      run: async (scope) => {
        const operation = operationOf(scope, operationId);
        const name = scope.session.uniqueIdentifier('conformanceField');
        const fields = {
          contact: [`${name}_a`, `${name}_A`].map((one) => field(one)),
          custom_object: [field(name)],
          Custom_Object: [field(name)],
        };
        const body = { groupRef: scope.session.runName('conformance'), fields };
        const answer = await scope.send({ operation, body });
        // A service may take them for one that is named twice (D68).
        if (isSuccess(answer)) await complete(scope, operation, fields, answer);
      },
    };
    for (const [id, what, name] of HARD_OBJECTS) {
      yield {
        id: `metadata/${operationId}/object/${id}`,
        title: `${operationId} survives an object ${what}`,
        rules: ['D15'],
        run: async (scope) => {
          const fields = { contact: [field(scope.session.uniqueIdentifier('conformanceField'))] };
          const body = JSON.stringify({ groupRef: scope.session.runName('conformance'), fields });
          const raw = body.replace('"contact"', JSON.stringify(name));
          await scope.send({ operation: operationOf(scope, operationId), raw }, 'survival');
        },
      };
    }
    yield {
      id: `metadata/${operationId}/contradictions`,
      title: `${operationId} survives stringOptions that contradict themselves, and answers for them where it takes them`,
      rules: ['D15'],
      run: async (scope) => {
        const operation = operationOf(scope, operationId);
        for (const stringOptions of CONTRADICTIONS) {
          const fields = { contact: [field(scope.session.uniqueIdentifier('conformanceField'), { stringOptions })] };
          const body = { groupRef: scope.session.runName('conformance'), fields };
          const answer = await scope.send({ operation, body });
          if (isSuccess(answer)) await complete(scope, operation, fields, withoutSuccess(answer));
        }
      },
    };
    yield {
      id: `metadata/${operationId}/again`,
      title: `${operationId} succeeds again with the same body, with one field more, and with one changed`,
      rules: ['D63', 'D61'],
      run: (scope) => again(scope, operationOf(scope, operationId)),
    };
    yield {
      id: `metadata/${operationId}/secondField`,
      title: `${operationId} refuses a mistake in the second of two fields, of the second object as well`,
      rules: ['D64', 'D65', 'D05'],
      run: async (scope) => {
        const operation = operationOf(scope, operationId);
        const name = () => scope.session.uniqueIdentifier('conformanceField');
        const rows: readonly (readonly [what: string, fields: Fields, rule: string])[] = [
          [
            'the second field has no `valueType`',
            { contact: [field(name()), field(name(), { valueType: undefined })] },
            'D64',
          ],
          [
            'the second field of the second object has a length of 0',
            { contact: [field(name())], account: [field(name()), field(name(), { stringOptions: { length: 0 } })] },
            'D65',
          ],
        ];
        await scope.twin(operation);
        for (const [what, fields, rule] of rows) {
          const body = { groupRef: scope.session.runName('conformance'), fields };
          scope.refused(await scope.send({ operation, body }), 400, what, [rule], ['D05']);
        }
      },
    };
    yield {
      id: `metadata/${operationId}/groups`,
      title: `${operationId} takes another group`,
      rules: ['D60'],
      run: async (scope) => {
        const operation = operationOf(scope, operationId);
        const fields = { contact: [field(scope.session.uniqueIdentifier('conformanceField'))] };
        for (const name of ['conformance-1', 'Gruppe 2 / グループ', 'long-name-'.repeat(10)]) {
          const groupRef = scope.session.runName(name);
          const answer = await scope.send({ operation, body: { groupRef, fields } });
          if (answer.status >= 400) await scope.twin(operation);
          scope.accepted(answer, operation, 'groupRef is a string of the calling application', ['D60']);
        }
      },
    };
  }
}

/** Where an upsert may be refused, one that is answered with 200 may well say that it did not succeed. */
function withoutSuccess({ json, ...answer }: Answer): Answer {
  if (!isObject(json)) return { json, ...answer };
  const { success: _, ...rest } = json;
  return { ...answer, json: rest };
}

/** D63 */
async function again(scope: Scope, operation: Operation): Promise<void> {
  const name = () => scope.session.uniqueIdentifier('conformanceField');
  const one = field(name());
  const fields: Fields = { contact: [one, field(name())], account: [field(name())] };
  const send = (sent: Fields) =>
    scope.send({ operation, body: { groupRef: scope.session.runName('conformance'), fields: sent } });
  const first = await send(fields);
  if (!isSuccess(first)) return scope.untestable(['D63'], `the first upsert was refused (${describe(first)})`);
  const rows: readonly (readonly [what: string, sent: Fields])[] = [
    ['the same body', fields],
    ['one field more', { ...fields, contact: [...(fields.contact ?? []), field(name())] }],
    ['one field changed', { contact: [{ ...one, displayName: 'Another name', description: 'New' }] }],
    ['the first body', fields],
  ];
  for (const [what, sent] of rows) {
    const answer = await send(sent);
    if (answer.status >= 500) return scope.untestable(['D63'], `a later upsert is answered with ${answer.status}`);
    scope.check('D63', answer.status === 200, `a later upsert of ${what} does not succeed with 200`, '200', answer);
    if (answer.status === 200) await complete(scope, operation, sent, answer);
  }
  // Whether nothing at all is taken is open (D67); the form of the answer is not.
  await send({});
}

/** Something that an upsert's answer lacks. */
interface Lack {
  readonly rule: string;
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
}

/**
 * D61: the result of each field is under its object. Where the integration form has it and the
 * provider form has not, that breaks D62 as well.
 */
export async function complete(scope: Scope, operation: Operation, fields: Fields, { json }: Answer): Promise<void> {
  if (!isObject(json)) return;
  const found = lacks(fields, json);
  const rules = ['D60', 'D61'].filter((rule) => !found.some((lack) => lack.rule === rule));
  scope.holds(...rules);
  if (found.length === 0) return;
  const alone =
    operation.operationId === PROVIDER_FORM && (await scope.aside(() => integrationFormIsComplete(scope, fields)));
  for (const { rule, message, expected, actual } of found) {
    for (const one of alone ? ['D62', rule] : [rule]) scope.broken(one, message, expected, actual);
  }
}

async function integrationFormTakes(scope: Scope, fields: Fields): Promise<boolean> {
  const operation = operationOf(scope, INTEGRATION_FORM);
  const answer = await scope.send({ operation, body: { groupRef: scope.session.runName('conformance'), fields } });
  return isSuccess(answer);
}

/** Asked twice, as the provider form may have been: a server may answer otherwise for what it knows. */
async function integrationFormIsComplete(scope: Scope, fields: Fields): Promise<boolean> {
  const operation = operationOf(scope, INTEGRATION_FORM);
  const body = { groupRef: scope.session.runName('conformance'), fields };
  for (const answer of [await scope.send({ operation, body }), await scope.send({ operation, body })]) {
    const { status, json } = answer;
    if (status !== 200 || !isObject(json) || lacks(fields, json).length > 0) return false;
  }
  return true;
}

/** What the schema already finds wrong is not said twice. */
function lacks(fields: Fields, json: JsonObject): Lack[] {
  const found: Lack[] = [];
  if (json.success === false) {
    found.push({
      rule: 'D60',
      message: '`success` of an upsert that was accepted is false',
      expected: 'true',
      actual: 'false',
    });
  }
  const results = json.fields;
  if (!isObject(results)) return found;
  const sent = Object.entries(fields).flatMap(([object, ofObject]) =>
    ofObject.map(({ fieldName }) => [object, String(fieldName)] as const),
  );
  const objects = Object.keys(fields).filter((object) => !Object.hasOwn(results, object));
  if (objects.length > 0 && sent.every(([object]) => !objects.includes(object))) {
    const message = 'not every object that was sent has its result';
    const expected = `${Object.keys(fields).length} objects`;
    found.push({ rule: 'D61', message, expected, actual: `none for ${objects.slice(0, 3).join(', ')}` });
  }
  const missing = sent.filter(([object, name]) => {
    const ofObject = Object.hasOwn(results, object) ? results[object] : undefined;
    return !isObject(ofObject) || !Object.hasOwn(ofObject, name);
  });
  if (missing.length > 0) {
    const none = missing.slice(0, 3).map((path) => path.join('.'));
    const message = 'not every field that was sent has its result';
    found.push({ rule: 'D61', message, expected: `${sent.length} results`, actual: `none for ${none.join(', ')}` });
  }
  return found;
}
