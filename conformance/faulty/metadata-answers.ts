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
  refusesValid,
  segmentOf,
  shows,
  UPSERT_INTEGRATION,
  UPSERT_PROVIDER,
  UPSERTS,
  without,
  withType,
} from './messages.ts';

/** Without the members that a JavaScript object has by itself. */
const ownNames = (value: unknown) =>
  isObject(value) ? Object.fromEntries(Object.entries(value).filter(([name]) => !(name in {}))) : value;

/** The first members of an object. */
const firstOf = (count: number) => (value: unknown) =>
  isObject(value) ? Object.fromEntries(Object.entries(value).slice(0, count)) : value;

/** An object under other names of its members. */
const renames = (change: (name: string) => string) => (value: unknown) =>
  isObject(value) ? Object.fromEntries(Object.entries(value).map(([name, member]) => [change(name), member])) : value;

const decoded = renames((name) => name.replaceAll('%20', ' '));
const trimmed = renames((name) => name.trim());
const normal = renames((name) => name.normalize('NFKC'));
const cut = renames((name) => name.slice(0, 64));
const escaped = renames((name) => name.replaceAll('<', '&lt;'));
const lowerNames = renames((name) => name.toLowerCase());

/** As a library writes the names of all objects that leave the service. */
const camelCase = renames((name) => name.replaceAll(/_+([a-z])/g, (_match, letter: string) => letter.toUpperCase()));

/** As a language writes a map that has the keys of a list. */
const listed = (value: unknown) =>
  isObject(value) && Object.keys(value).every((name, index) => name === String(index)) ? Object.values(value) : value;

const withoutDots = (value: unknown) =>
  isObject(value) ? Object.fromEntries(Object.entries(value).filter(([name]) => !name.includes('.'))) : value;

/** Each field once: under the last object that has it. */
function byFieldAlone(value: unknown): unknown {
  const objects = isObject(value) ? Object.entries(value) : [];
  const seen = new Set<string>();
  const kept = objects.toReversed().map(([object, fields]) => {
    const fresh = Object.entries(fields as JsonObject).filter(([name]) => seen.size < seen.add(name).size);
    return [object, Object.fromEntries(fresh)] as const;
  });
  return Object.fromEntries(kept.toReversed());
}

type FormRow = readonly [
  name: string,
  description: string,
  breaks: readonly string[],
  operations: string,
  path: string,
  change: (value: unknown) => unknown,
];

const members = (value: unknown) => (isObject(value) ? Object.values(value) : value);

/** Answers of one form that are not what they should be. */
const SHOWN: readonly FormRow[] = [
  [
    'results-of-fifty-fields',
    'An object has results for 50 fields at most.',
    ['D61'],
    UPSERT_INTEGRATION,
    'fields.*',
    firstOf(50),
  ],
  [
    'results-without-letter-case',
    'Of fields whose names differ in letter case alone, one has a result.',
    ['D61'],
    UPSERT_INTEGRATION,
    'fields.*',
    (value) => {
      const seen = new Set<string>();
      const isNew = ([name]: [string, unknown]) => seen.size < seen.add(name.toLowerCase()).size;
      return isObject(value) ? Object.fromEntries(Object.entries(value).filter(isNew)) : value;
    },
  ],
  ['results-of-five-objects', 'Five objects have results.', ['D61'], UPSERT_INTEGRATION, 'fields', firstOf(5)],
  [
    'results-of-objects-in-the-singular',
    'The name of an object in a result is that of one of them.',
    ['D61'],
    UPSERT_INTEGRATION,
    'fields',
    renames((name) => name.replace(/s$/, '')),
  ],
  [
    'results-without-object-members',
    'Fields named as members of every object have no result.',
    ['D61'],
    UPSERT_INTEGRATION,
    'fields.*',
    ownNames,
  ],
  [
    'results-of-nothing-are-null',
    'Where no object was sent, `fields` is null.',
    ['D60', 'D61'],
    UPSERT_INTEGRATION,
    'fields',
    (fields) => (isObject(fields) && Object.keys(fields).length === 0 ? null : fields),
  ],
  [
    'results-with-decoded-names',
    'Names of fields are percent-decoded in the results.',
    ['D61'],
    UPSERT_INTEGRATION,
    'fields.*',
    decoded,
  ],
  [
    'results-with-trimmed-names',
    'Names of fields are trimmed in the results.',
    ['D61'],
    UPSERT_INTEGRATION,
    'fields.*',
    trimmed,
  ],
  [
    'results-with-normal-names',
    'Names of fields are in a normal form of Unicode in the results.',
    ['D61'],
    UPSERT_INTEGRATION,
    'fields.*',
    normal,
  ],
  [
    'results-with-names-cut',
    'Names of fields have 64 characters at most in the results.',
    ['D61'],
    UPSERT_INTEGRATION,
    'fields.*',
    cut,
  ],
  [
    'results-with-escaped-names',
    'Names of fields are escaped for HTML in the results.',
    ['D61'],
    UPSERT_INTEGRATION,
    'fields.*',
    escaped,
  ],
  [
    'numbered-results-are-a-list',
    'Results of fields that are named 0, 1 and so on are a list.',
    ['D60', 'D61'],
    UPSERT_INTEGRATION,
    'fields.*',
    listed,
  ],
  [
    'results-with-names-in-camel-case',
    'Names of fields with underscores come back in camel case.',
    ['D61'],
    UPSERT_INTEGRATION,
    'fields.*',
    camelCase,
  ],
  [
    'results-of-objects-in-camel-case',
    'Names of objects with underscores come back in camel case.',
    ['D61'],
    UPSERT_INTEGRATION,
    'fields',
    camelCase,
  ],
  [
    'no-result-for-an-object-with-a-dot',
    'An object whose name has a dot is taken for a path, and left out of the results.',
    ['D61'],
    UPSERT_INTEGRATION,
    'fields',
    withoutDots,
  ],
  [
    'no-result-for-an-empty-object',
    'An object that was sent without fields is left out of the results.',
    ['D61'],
    UPSERT_INTEGRATION,
    'fields',
    (fields) =>
      isObject(fields)
        ? Object.fromEntries(
            Object.entries(fields).filter(([, results]) => Object.keys(results as JsonObject).length > 0),
          )
        : fields,
  ],
  ['results-are-words', 'The result of a field is a word.', ['D60'], UPSERT_INTEGRATION, 'fields.*.*', () => 'created'],
  [
    'results-by-field-alone',
    'A field that two objects have has one result.',
    ['D61'],
    UPSERT_INTEGRATION,
    'fields',
    byFieldAlone,
  ],
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
  ['only-the-first-object', 'Only the first object has results.', ['D61'], UPSERT_INTEGRATION, 'fields', firstOf(1)],
  [
    'only-the-first-field',
    'Only the first field of an object has its result.',
    ['D61'],
    UPSERT_INTEGRATION,
    'fields.*',
    firstOf(1),
  ],
  [
    'results-are-a-list',
    'The results of an object are an array.',
    ['D60', 'D61'],
    UPSERT_INTEGRATION,
    'fields.*',
    members,
  ],
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
    ['D60', 'D61', 'D62'],
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
    ['D60', 'D62'],
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
    firstOf(1),
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

/** Defects of what an upsert of object metadata shows: D11 and D60 to D63. */
export const metadataAnswers: readonly Defect[] = [
  {
    name: 'metadata-are-refused',
    description: 'Both upserts are refused with 422.',
    breaks: ['D60'],
    create: refusesValid(UPSERTS, 422),
  },
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
    name: 'fields-are-defined-once',
    description: 'Once fields are defined for an integration or a provider, every further upsert is refused with 409.',
    breaks: ['D63'],
    create: () => {
      const defined = new Set<string>();
      return async (request, forward) => {
        const upserted = await forward(request);
        if (!isOf(request, UPSERTS) || upserted.status !== 200) return upserted;
        const owner = segmentOf(request, 'integrations') || segmentOf(request, 'providers');
        if (defined.has(owner)) return problem(409);
        defined.add(owner);
        return upserted;
      };
    },
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
    name: 'restricted-fields-have-no-result',
    description: 'Fields whose values are restricted have no result.',
    breaks: ['D61'],
    create: changesSuccess(UPSERT_INTEGRATION, (body, request) => {
      const sent = Object.values(Object(jsonOf(request)?.fields)).flat() as JsonObject[];
      const restricted = sent.filter(({ stringOptions }) => Object(stringOptions).valuesRestricted === true);
      const names = restricted.map(({ fieldName }) => String(fieldName));
      return mapped(body, 'fields.*', (results) => (isObject(results) ? without(results, ...names) : results));
    }),
  },
  {
    name: 'upsert-shows-the-group',
    description: 'An answer repeats `groupRef`.',
    breaks: ['D11'],
    create: changesSuccess(UPSERTS, (body, request) => ({ ...body, groupRef: jsonOf(request)?.groupRef })),
  },
];
