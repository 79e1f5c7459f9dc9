import { isObject, type JsonObject } from '../../src/contract/json.ts';
import type { Defect } from './defect.ts';
import {
  answersWith,
  changesAnswer,
  changesSuccess,
  isOf,
  jsonOf,
  mapped,
  operationOf,
  problem,
  reads,
  refuses,
  shows,
  UPSERT_INTEGRATION,
  UPSERT_PROVIDER,
  UPSERTS,
  without,
  withType,
} from './messages.ts';

type ReadRow = readonly [
  name: string,
  description: string,
  breaks: readonly string[],
  path: string,
  change: (value: unknown) => unknown,
];

const FIELD = 'fields.*.*';
const orElse = (fallback: unknown) => (value: unknown) => (value === undefined ? fallback : value);
const unlessEmpty = (value: unknown) => (value === '' ? 'unnamed' : value);

/** Bodies that are taken though they should be refused. */
const TAKEN: readonly ReadRow[] = [
  ['group-is-not-required', '`groupRef` has a default.', ['D60'], 'groupRef', orElse('default')],
  ['fields-are-not-required', 'An upsert without `fields` does nothing.', ['D60'], 'fields', orElse({})],
  [
    'display-name-has-a-default',
    'A field without `displayName` is taken.',
    ['D64'],
    `${FIELD}.displayName`,
    orElse('x'),
  ],
  [
    'value-type-has-a-default',
    'A field without `valueType` is taken.',
    ['D64'],
    `${FIELD}.valueType`,
    orElse('string'),
  ],
  ['field-name-may-be-empty', 'An empty `fieldName` is taken.', ['D64'], `${FIELD}.fieldName`, unlessEmpty],
  ['group-may-be-empty', 'An empty `groupRef` is taken.', ['D64'], 'groupRef', unlessEmpty],
  [
    'length-may-be-zero',
    '`stringOptions.length` may be 0.',
    ['D65'],
    `${FIELD}.stringOptions.length`,
    (length) => (length === 0 ? undefined : length),
  ],
  [
    'required-is-converted',
    'A string is taken for the boolean `required`.',
    ['D65'],
    `${FIELD}.required`,
    (required) => (typeof required === 'string' ? required === 'true' : required),
  ],
  [
    'description-is-not-looked-at',
    '`description` may be anything.',
    ['D65'],
    `${FIELD}.description`,
    (description) => (typeof description === 'string' ? description : undefined),
  ],
];

type FormRow = readonly [
  name: string,
  description: string,
  breaks: readonly string[],
  operations: string,
  path: string,
  change: (value: unknown) => unknown,
];

const first = (value: unknown) => (isObject(value) ? Object.fromEntries(Object.entries(value).slice(0, 1)) : value);
const members = (value: unknown) => (isObject(value) ? Object.values(value) : value);
const lowerNames = (value: unknown) =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name.toLowerCase(), member]))
    : value;

/** Answers of one form that are not what they should be. */
const SHOWN: readonly FormRow[] = [
  ['upsert-without-success', 'An answer has no `success`.', ['D60'], UPSERT_INTEGRATION, 'success', () => undefined],
  ['success-is-a-string', '`success` is a string.', ['D60'], UPSERT_INTEGRATION, 'success', String],
  [
    'success-is-false',
    '`success` of an upsert that was done is false.',
    ['D60'],
    UPSERT_INTEGRATION,
    'success',
    () => false,
  ],
  ['only-the-first-object', 'Only the first object has results.', ['D61'], UPSERT_INTEGRATION, 'fields', first],
  [
    'only-the-first-field',
    'Only the first field of an object has its result.',
    ['D61'],
    UPSERT_INTEGRATION,
    'fields.*',
    first,
  ],
  ['results-are-a-list', 'The results of an object are an array.', ['D61'], UPSERT_INTEGRATION, 'fields.*', members],
  [
    'field-names-in-lower-case',
    'Results have field names in lower case.',
    ['D61'],
    UPSERT_INTEGRATION,
    'fields.*',
    lowerNames,
  ],
  [
    'object-names-in-lower-case',
    'Results have object names in lower case.',
    ['D61'],
    UPSERT_INTEGRATION,
    'fields',
    lowerNames,
  ],
  [
    'provider-form-answers-flat',
    'The provider form answers with field names alone, without the objects.',
    ['D61', 'D62'],
    UPSERT_PROVIDER,
    'fields',
    (fields) => Object.assign({}, ...Object.values(fields as JsonObject)),
  ],
  [
    'provider-form-without-success',
    'The provider form has no `success`.',
    ['D62'],
    UPSERT_PROVIDER,
    'success',
    () => undefined,
  ],
  [
    'provider-form-fails-softly',
    'The provider form has `success` false.',
    ['D62'],
    UPSERT_PROVIDER,
    'success',
    () => false,
  ],
  [
    'provider-form-loses-an-object',
    'The provider form has results for the first object alone.',
    ['D61', 'D62'],
    UPSERT_PROVIDER,
    'fields',
    first,
  ],
  ['upsert-with-warnings', 'An answer has a member `warnings`.', ['D11'], UPSERT_INTEGRATION, 'warnings', () => []],
];

/** The bodies that an operation has taken. */
function remembersBodies(change: (isKnown: boolean) => number | undefined): Defect['create'] {
  return () => {
    const seen = new Set<string>();
    return async (request, forward) => {
      const answer = await forward(request);
      if (!isOf(request, UPSERTS) || answer.status !== 200) return answer;
      const key = operationOf(request) + request.body.toString();
      const status = change(seen.has(key)) ?? 200;
      seen.add(key);
      return status >= 400 ? problem(status) : { ...answer, status };
    };
  };
}

/** Defects of object metadata: D60 to D65. */
export const metadata: readonly Defect[] = [
  ...TAKEN.map(([name, description, breaks, path, change]) => ({
    name,
    description,
    breaks,
    create: reads(UPSERTS, path, change),
  })),
  ...SHOWN.map(([name, description, breaks, operations, path, change]) => ({
    name,
    description,
    breaks,
    create: shows(operations, path, change),
  })),
  {
    name: 'unchanged-fields-have-no-result',
    description: 'A field that an upsert leaves as it was has no result.',
    breaks: ['D61'],
    create: shows(UPSERT_INTEGRATION, 'fields.*', (results) =>
      without(
        results as JsonObject,
        ...Object.entries(results as JsonObject)
          .filter(([, result]) => isObject(result) && result.action === 'none')
          .map(([name]) => name),
      ),
    ),
  },
  {
    name: 'upsert-is-answered-in-text',
    description: 'The integration form answers JSON as text/plain.',
    breaks: ['D60'],
    create: changesAnswer(
      (request, { status }) => isOf(request, UPSERT_INTEGRATION) && status === 200,
      (answer) => withType(answer, 'text/plain'),
    ),
  },
  {
    name: 'second-upsert-is-a-conflict',
    description: 'An upsert of a body that was taken before is refused with 409.',
    breaks: ['D63'],
    create: remembersBodies((isKnown) => (isKnown ? 409 : undefined)),
  },
  {
    name: 'first-upsert-is-201',
    description: 'An upsert that creates fields succeeds with 201, a later one with 200.',
    breaks: ['D63'],
    create: remembersBodies((isKnown) => (isKnown ? undefined : 201)),
  },
  {
    name: 'provider-form-is-201',
    description: 'The provider form succeeds with 201.',
    breaks: ['D63'],
    create: answersWith(UPSERT_PROVIDER, 200, 201),
  },
  {
    name: 'value-type-is-an-enum',
    description: '`valueType` must be `string`.',
    breaks: ['D65'],
    create: refusesField(
      ({ valueType }) => typeof valueType === 'string' && valueType !== '' && valueType !== 'string',
    ),
  },
  {
    name: 'length-is-at-least-two',
    description: '`stringOptions.length` of 1 is refused.',
    breaks: ['D65'],
    create: refusesField(({ stringOptions }) => isObject(stringOptions) && stringOptions.length === 1),
  },
  {
    name: 'group-is-a-slug',
    description: '`groupRef` may hold letters, digits and hyphens alone.',
    breaks: ['D64'],
    create: refuses((request) => {
      const groupRef = isOf(request, UPSERTS) ? jsonOf(request)?.groupRef : undefined;
      return typeof groupRef === 'string' && !/^[a-z0-9-]*$/i.test(groupRef);
    }, 400),
  },
  {
    name: 'unknown-member-of-a-field-is-refused',
    description: 'A field definition refuses members that it does not know.',
    breaks: ['D10'],
    create: refusesField((field) => Object.keys(field).some((name) => name.startsWith('x'))),
  },
  {
    name: 'upsert-shows-the-group',
    description: 'An answer repeats `groupRef`.',
    breaks: ['D11'],
    create: changesSuccess(UPSERTS, (body, request) => ({ ...body, groupRef: jsonOf(request)?.groupRef })),
  },
];

function refusesField(isRefused: (field: JsonObject) => boolean): Defect['create'] {
  return refuses((request) => {
    let found = false;
    const body = isOf(request, UPSERTS) ? jsonOf(request) : undefined;
    mapped(body, FIELD, (field) => {
      found ||= isObject(field) && isRefused(field);
      return field;
    });
    return found;
  }, 400);
}
