import { isObject, type JsonObject } from '../../src/contract/json.ts';
import type { Behaviour, Defect } from './defect.ts';
import { jsonOf } from './json-message.ts';
import {
  bodyOf,
  isOf,
  mapped,
  OTHER_INTEGRATION,
  operationOf,
  PROJECT,
  problem,
  segmentOf,
  UPSERT_INTEGRATION,
  UPSERT_PROVIDER,
  UPSERTS,
  without,
  withType,
} from './messages.ts';
import { defect, lacks, rejectsAll, shows, showsBody, succeeds, succeedsWith } from './row.ts';

type Entry = readonly [name: string, value: unknown];

/** A function that changes the names and values of an object. */
const entries = (change: (entries: readonly Entry[]) => readonly Entry[]) => (value: unknown) =>
  isObject(value) ? Object.fromEntries(change(Object.entries(value))) : value;

const only = (isKept: (entry: Entry) => boolean) => entries((all) => all.filter(isKept));
const firstOf = (count: number) => entries((all) => all.slice(0, count));
const renamed = (change: (name: string) => string) =>
  entries((all) => all.map(([name, value]) => [change(name), value]));

const lowerCase = renamed((name) => name.toLowerCase());
const camelCase = renamed((name) => name.replaceAll(/_+([a-z])/g, (_match, letter: string) => letter.toUpperCase()));

const isEmpty = (value: unknown) => isObject(value) && Object.keys(value).length === 0;

/**
 * A function that turns a map with the keys 0, 1 and so on into a list, as some languages do when they serialize a map.
 */
const listed = (value: unknown) =>
  isObject(value) && Object.keys(value).every((name, index) => name === String(index)) ? Object.values(value) : value;

/**
 * A copy of the results of an upsert, by object, in which each field name occurs only once, under the last object with
 * this field.
 */
const byFieldAlone = entries((objects) => {
  const seen = new Set<string>();
  const kept = objects.toReversed().map(([object, fields]): Entry => {
    const fresh = Object.entries(fields as JsonObject).filter(([name]) => seen.size < seen.add(name).size);
    return [object, Object.fromEntries(fresh)];
  });
  return kept.toReversed();
});

/** A copy of the results of one object, with only the first of several field names that differ only in emoji. */
const withoutEmoji = entries((fields) => {
  const seen = new Set<string>();
  const isFresh = (name: string) => seen.size < seen.add(name.replaceAll(/\p{Emoji_Presentation}/gu, '*')).size;
  return fields.filter(([name]) => isFresh(name));
});

/** A copy of the results of an upsert, with only the last of several results whose joined names are equal. */
const byJoinedNames = entries((objects) => {
  const last = new Map(
    objects.flatMap(([object, fields]) =>
      Object.keys(fields as JsonObject).map((name) => [`${object}.${name}`, object]),
    ),
  );
  return objects.map(([object, fields]) => [
    object,
    only(([name]) => last.get(`${object}.${name}`) === object)(fields),
  ]);
});

/** A copy of the results of one object, with only the first of several field names that differ only in letter case. */
const withoutLetterCase = entries((fields) => {
  const seen = new Set<string>();
  return fields.filter(([name]) => seen.size < seen.add(name.toLowerCase()).size);
});

/** A faulty server that changes the results of the objects in the response of upsertIntegrationObjectMetadata. */
const ofObjects = (change: (objects: unknown) => unknown) => shows(UPSERT_INTEGRATION, 'fields', change);

/**
 * A faulty server that changes the results of the fields of each object in the response of
 * upsertIntegrationObjectMetadata.
 */
const ofFields = (change: (fields: unknown) => unknown) => shows(UPSERT_INTEGRATION, 'fields.*', change);

/** A faulty server whose status depends on whether the operation has accepted the same body before. */
const remembersBodies = (statusOf: (isKnown: boolean) => number) => (): Behaviour => {
  const seen = new Set<string>();
  return async (request, forward) => {
    const answer = await forward(request);
    if (!isOf(request, UPSERTS) || answer.status !== 200) return answer;
    const size = seen.size;
    const status = statusOf(size === seen.add(operationOf(request) + request.body.toString()).size);
    return status >= 400 ? problem(status) : { ...answer, status };
  };
};

/** Defects of the response to an upsert of object metadata, which break the requirements D11 and D60 to D63. */
export const metadataAnswers: readonly Defect[] = [
  defect('metadata-are-refused', 'D60', 'The server rejects each upsert of object metadata with 422.').does(
    rejectsAll(UPSERTS, 422),
  ),
  defect(
    'results-of-fifty-fields',
    'D61',
    'The response to an upsert for an integration has results for at most 50 fields of an object.',
  ).does(ofFields(firstOf(50))),
  defect(
    'results-without-letter-case',
    'D61',
    'The response to an upsert for an integration has one result for two field names that differ only in letter case.',
  ).does(ofFields(withoutLetterCase)),
  defect(
    'results-of-five-objects',
    'D61',
    'The response to an upsert for an integration has results for at most five objects.',
  ).does(ofObjects(firstOf(5))),
  defect(
    'results-of-objects-in-the-singular',
    'D61',
    'The response to an upsert for an integration has the results under object names in the singular.',
  ).does(ofObjects(renamed((name) => name.replace(/s$/, '')))),
  defect(
    'results-without-object-members',
    'D61',
    'The response to an upsert for an integration has no result for fields with names such as `constructor`, which every JavaScript object has.',
  ).does(ofFields(only(([name]) => !(name in {})))),
  defect(
    'results-of-nothing-are-null',
    'D60 D61',
    '`fields` in the response to an upsert for an integration is null if the request has no objects.',
  ).does(ofObjects((objects) => (isEmpty(objects) ? null : objects))),
  defect(
    'results-with-decoded-names',
    'D61',
    'The response to an upsert for an integration has percent-decoded field names.',
  ).does(ofFields(renamed((name) => name.replaceAll('%20', ' ')))),
  defect(
    'results-with-trimmed-objects',
    'D61',
    'The response to an upsert for an integration has trimmed object names.',
  ).does(ofObjects(renamed((name) => name.trim()))),
  defect(
    'results-with-trimmed-names',
    'D61',
    'The response to an upsert for an integration has trimmed field names.',
  ).does(ofFields(renamed((name) => name.trim()))),
  defect(
    'results-with-normal-names',
    'D61',
    'The response to an upsert for an integration has field names in the Unicode form NFKC.',
  ).does(ofFields(renamed((name) => name.normalize('NFKC')))),
  defect(
    'results-with-names-cut',
    'D61',
    'The response to an upsert for an integration has only the first 64 characters of field names.',
  ).does(ofFields(renamed((name) => name.slice(0, 64)))),
  defect(
    'results-with-escaped-names',
    'D61',
    'The response to an upsert for an integration has HTML-escaped field names.',
  ).does(ofFields(renamed((name) => name.replaceAll('<', '&lt;')))),
  defect(
    'numbered-results-are-a-list',
    'D60 D61',
    'The response to an upsert for an integration has a list instead of a map for fields with the names 0, 1 and so on.',
  ).does(ofFields(listed)),
  defect(
    'results-with-names-in-camel-case',
    'D61',
    'The response to an upsert for an integration contains the names of the fields converted to camel case: `dueDate` for `due_date`.',
  ).does(ofFields(camelCase)),
  defect(
    'results-of-objects-in-camel-case',
    'D61',
    'The response to an upsert for an integration contains the names of the objects converted to camel case.',
  ).does(ofObjects(camelCase)),
  defect(
    'no-result-for-an-object-with-a-dot',
    'D61',
    'The response to an upsert for an integration has no results for an object with a dot in its name.',
  ).does(ofObjects(only(([name]) => !name.includes('.')))),
  defect(
    'no-result-for-an-empty-object',
    'D61',
    'The response to an upsert for an integration has no entry for an object without fields.',
  ).does(ofObjects(only(([, results]) => !isEmpty(results)))),
  defect(
    'results-are-words',
    'D60',
    'The result of a field in the response to an upsert for an integration is a string.',
  ).does(shows(UPSERT_INTEGRATION, 'fields.*.*', () => 'created')),
  defect(
    'results-by-field-alone',
    'D61',
    'The response to an upsert for an integration has only one result for a field name that occurs in two objects.',
  ).does(ofObjects(byFieldAlone)),
  defect('upsert-without-success', 'D60', 'The response to an upsert has no `success`.').does(
    lacks(UPSERT_INTEGRATION, 'success'),
  ),
  defect('success-is-a-string', 'D60', '`success` is a string.').does(shows(UPSERT_INTEGRATION, 'success', String)),
  defect('success-is-false', 'D60', '`success` of a completed upsert is false.').does(
    shows(UPSERT_INTEGRATION, 'success', () => false),
  ),
  defect(
    'only-the-first-object',
    'D61',
    'The response to an upsert for an integration has results only for the first object.',
  ).does(ofObjects(firstOf(1))),
  defect(
    'only-the-first-field',
    'D61',
    'The response to an upsert for an integration has a result only for the first field of an object.',
  ).does(ofFields(firstOf(1))),
  defect(
    'fields-belong-to-an-address',
    'D12',
    'The server stores the fields of a project separately for the ID and for the name of the project.',
  ).does(
    showsBody(UPSERTS, (body, request) =>
      segmentOf(request, 'projects') === PROJECT.name ? mapped(body, 'fields.*.*.action', () => 'create') : body,
    ),
  ),
  defect(
    'results-are-a-list',
    'D60 D61',
    'The response to an upsert for an integration has the results of an object in an array.',
  ).does(ofFields((fields) => (isObject(fields) ? Object.values(fields) : fields))),
  defect(
    'field-names-in-lower-case',
    'D61',
    'The response to an upsert for an integration has field names in lower case.',
  ).does(ofFields(lowerCase)),
  defect(
    'object-names-in-lower-case',
    'D61',
    'The response to an upsert for an integration has object names in lower case.',
  ).does(ofObjects(lowerCase)),
  defect(
    'provider-form-answers-flat',
    'D60 D61 D62',
    'The response to an upsert for a provider has the results of all fields in one map, without object names.',
  ).does(shows(UPSERT_PROVIDER, 'fields', (fields) => Object.assign({}, ...Object.values(fields as JsonObject)))),
  defect('provider-form-without-success', 'D62', 'The response to an upsert for a provider has no `success`.').does(
    lacks(UPSERT_PROVIDER, 'success'),
  ),
  defect(
    'provider-form-fails-softly',
    'D60 D62',
    '`success` is false in the response to an upsert for a provider.',
  ).does(shows(UPSERT_PROVIDER, 'success', () => false)),
  defect(
    'provider-form-loses-an-object',
    'D61 D62',
    'The response to an upsert for a provider has results only for the first object.',
  ).does(shows(UPSERT_PROVIDER, 'fields', firstOf(1))),
  defect('upsert-with-warnings', 'D11', 'The response to an upsert has a property `warnings`.').does(
    shows(UPSERT_INTEGRATION, 'warnings', () => []),
  ),
  defect(
    'unchanged-fields-have-no-result',
    'D61',
    'The response to an upsert for an integration has no result for a field that the upsert did not change.',
  ).does(ofFields(only(([, result]) => !(isObject(result) && result.action === 'none')))),
  defect(
    'upsert-is-answered-in-text',
    'D60',
    'The response to an upsert for an integration has the media type text/plain.',
  ).does(succeeds(UPSERT_INTEGRATION, (response) => withType(response, 'text/plain'))),
  defect(
    'second-upsert-is-a-conflict',
    'D63',
    'The server responds with 409 to an upsert with the same body as an earlier upsert.',
  ).does(remembersBodies((isKnown) => (isKnown ? 409 : 200))),
  defect(
    'fields-are-defined-once',
    'D63',
    'The server responds with 409 to a second upsert for the same integration or provider.',
  ).does(() => {
    const defined = new Set<string>();
    return async (request, forward) => {
      const upserted = await forward(request);
      if (!isOf(request, UPSERTS) || upserted.status !== 200) return upserted;
      const owner = segmentOf(request, 'integrations') || segmentOf(request, 'providers');
      return defined.size < defined.add(owner).size ? upserted : problem(409);
    };
  }),
  defect(
    'first-upsert-is-201',
    'D63',
    'The server responds with 201 instead of 200 to an upsert whose body it has not received before.',
  ).does(remembersBodies((isKnown) => (isKnown ? 200 : 201))),
  defect('provider-form-is-201', 'D63', 'An upsert for a provider succeeds with 201 instead of 200.').does(
    succeedsWith(UPSERT_PROVIDER, 201),
  ),
  defect(
    'restricted-fields-have-no-result',
    'D61',
    'The response to an upsert for an integration has no result for fields whose `valuesRestricted` is true.',
  ).does(
    showsBody(UPSERT_INTEGRATION, (body, request) => {
      const sent = Object.values(Object(bodyOf(request, UPSERTS).fields)).flat() as JsonObject[];
      const restricted = sent.filter(({ stringOptions }) => Object(stringOptions).valuesRestricted === true);
      const names = restricted.map(({ fieldName }) => String(fieldName));
      return mapped(body, 'fields.*', (results) => (isObject(results) ? without(results, ...names) : results));
    }),
  ),
  defect('upsert-shows-the-group', 'D11', 'The response to an upsert repeats `groupRef`.').does(
    showsBody(UPSERTS, (body, request) => ({
      ...body,
      groupRef: jsonOf(request)?.groupRef,
    })),
  ),
  defect(
    'emoji-are-equal',
    'D61',
    'The response contains only the first of several fields whose names differ only in emoji.',
  ).does(shows(UPSERTS, 'fields.*', withoutEmoji)),
  defect(
    'long-field-names-are-cut',
    'D61',
    'The server keeps only the first 255 characters of the name of a field.',
  ).does(
    shows(
      UPSERTS,
      'fields.*',
      renamed((name) => name.slice(0, 255)),
    ),
  ),
  defect(
    'results-are-joined-by-a-dot',
    'D61',
    'The server finds results by the names of object and field, joined by a dot, so that two pairs of names may be equal.',
  ).does(shows(UPSERTS, 'fields', byJoinedNames)),
  defect(
    'fields-of-another-integration-have-a-suffix',
    'D61',
    'The response to an upsert for the second integration contains other field names.',
  ).does(
    showsBody(UPSERT_INTEGRATION, (body, request) =>
      segmentOf(request, 'integrations') === OTHER_INTEGRATION
        ? mapped(
            body,
            'fields.*',
            renamed((name) => `${name}__c`),
          )
        : body,
    ),
  ),
];
