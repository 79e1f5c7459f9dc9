import type { Contract } from '../../src/contract/contract.ts';
import type { Operation } from '../../src/contract/document/operation.ts';
import { essence } from '../../src/contract/media-type.ts';
import type { WireRequest } from '../../src/run-result/wire.ts';
import { describe, isSuccess } from '../connection/answer.ts';
import type { Case } from '../engine/case.ts';
import { JSON_SPELLINGS } from '../engine/catalogue/json-spellings.ts';
import { addressForTurn } from '../engine/request/addressed-by-name.ts';
import { toWire, validBody, withTexts } from '../engine/request/request.ts';
import { bodyOf, largestExample, violationsOf } from '../engine/request/samples.ts';
import { primaryRule, statusRule } from '../engine/rules/rules.ts';
import type { Scope } from '../engine/scope.ts';

const REJECTED_ITSELF = 'the target also rejects the body in its usual spelling';

/** Functions that make a body that is not a JSON object, or not JSON, from a valid body. */
const NOT_OBJECTS: readonly (readonly [id: string, what: string, invalidate: (valid: string) => string])[] = [
  ['cut-off', 'is cut off', (valid) => valid.slice(0, -1)],
  ['trailing-comma', 'has a trailing comma', (valid) => valid.replace(/\}$/, ',}')],
  ['comment', 'has a comment', (valid) => `/* JSON has none */ ${valid}`],
  ['text-behind', 'has text after the JSON', (valid) => `${valid} text`],
  ['second-line', 'has a second line with the same JSON', (valid) => `${valid}\n${valid}`],
  ['second-object', 'has the same JSON a second time without a separator', (valid) => valid + valid],
  ['semicolon-behind', 'has a semicolon after the JSON', (valid) => `${valid};`],
  ['nul-behind', 'has a NUL character after the JSON', (valid) => `${valid}\0`],
  // Some servers send this text before JSON, so that a page cannot read the JSON as a script.
  ['script-guard', "has the text `)]}',` before the JSON", (valid) => `)]}',\n${valid}`],
  ['form-feed', 'has a form feed before the JSON', (valid) => `\f${valid}`],
  [
    'raw-line-break-within-string',
    'has a raw line break within a string',
    (valid) => valid.replace(/\}$/, ',"x_unknown":"two\nlines"}'),
  ],
  [
    'escape-json-does-not-have',
    'has an escape sequence that JSON does not define',
    (valid) => valid.replace(/\}$/, String.raw`,"x_unknown":"\x41"}`),
  ],
  ['number-zero-before', 'has a number with a leading zero', (valid) => valid.replace(/\}$/, ',"x_unknown":01}')],
  ['true-true', 'has True instead of true', (valid) => valid.replace(/\}$/, ',"x_unknown":True}')],
  ['nan-number', 'has NaN as a number', (valid) => valid.replace(/\}$/, ',"x_unknown":NaN}')],
  // The property name consists of letters only, since some lenient parsers accept only such a name without quotes.
  ['name-without-quotes', 'has a name without quotes', (valid) => valid.replace(/\}$/, ',unknown:1}')],
  ['all-single-quotes', 'has only single quotes', (valid) => valid.replaceAll('"', "'")],
  ['number-plus', 'has a number with a plus sign', (valid) => valid.replace(/\}$/, ',"x_unknown":+1}')],
  ['single-quotes', 'has single quotes', (valid) => valid.replace(/\}$/, ',"x_unknown":\'text\'}')],
  ['no-json-at-all', 'is not JSON', () => 'not json'],
  ['empty', 'is empty', () => ''],
  ['null', 'is null', () => 'null'],
  ['empty-array', 'is an empty array', () => '[]'],
  ['array-around-object', 'is an array around the object', (valid) => `[${valid}]`],
  [
    'array-names-values',
    'is an array of name-value pairs',
    (valid) => JSON.stringify(Object.entries(JSON.parse(valid) ?? {})),
  ],
  ['string', 'is a string', () => '"text"'],
  [
    'first-values-alone',
    'is only the first value of the object',
    (valid) => JSON.stringify(Object.values(JSON.parse(valid) ?? {})[0] ?? null),
  ],
  ['object-as-string', 'is the object as a string', (valid) => JSON.stringify(valid)],
  ['number', 'is a number', () => '42'],
  ['all-should-within-member-data', 'wraps the object in a property `data`', (valid) => `{"data":${valid}}`],
];

/** Media types that a lenient server may treat as JSON. */
const OTHER_TYPES = [
  'text/plain',
  'text/json',
  'application/json-patch+json',
  'application/jsonlines',
  'application/octet-stream',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/vnd.api+json',
  'application/merge-patch+json',
  'application/*',
];

/** Other spellings of the media type application/json (RFC 9110 §8.3.1). */
const SAME_TYPE = [
  'application/json; charset=utf-8',
  'application/json;charset=UTF-8',
  'application/json;charset="UTF-8"; profile="x"',
  'Application/JSON',
  'APPLICATION/JSON',
  'application/json; profile="x"',
  'application/json ; profile="y"',
];

/** Cases for `malformed-body` and `media-type` that do not depend on the schema. */
export function* rejectsMessages(contract: Contract, operation: Operation): Generator<Case> {
  const { operationId } = operation;
  const mediaType = bodyOf(contract, operation)?.mediaType;
  if (mediaType === undefined) return;
  const { value } = largestExample(contract, operation) ?? { value: {} };
  const valid = JSON.stringify(value);
  const mayBeMissing = operation.requestBody?.required !== true;
  const breaks = (text: string) => !(text === '' ? mayBeMissing : isValid(contract, operation, text));
  for (const [turn, [id, what, invalidate]] of NOT_OBJECTS.filter((one) => breaks(one[2](valid))).entries()) {
    yield {
      id: `${operationId}/rejects-message/${id}`,
      title: `${operationId} rejects a body that ${what}`,
      rules: ['malformed-body'],
      operation,
      run: async (scope) => {
        await scope.requireAccepted(operation);
        const raw = invalidate(JSON.stringify(validBody(scope.session, operation)));
        const params = await addressForTurn(scope, operation, turn);
        const answer = await scope.send({ operation, params, raw });
        const isEmpty = isSuccess(answer) && isSuccess(await scope.send({ operation, params, raw: '{}' }));
        scope.require(!isEmpty, 'the target also accepts an empty object');
        scope.rejected(answer, 400, `the body ${what}`, ['malformed-body'], ['malformed-body']);
      },
    };
  }
  yield {
    id: `${operationId}/rejects-message/not-utf-8`,
    title: `${operationId} rejects a body that is not UTF-8`,
    rules: ['malformed-body'],
    operation,
    run: async (scope) => {
      await scope.requireAccepted(operation);
      for (const [what, encode] of NOT_UTF_8) {
        const wire = await toWire(scope.session, { operation, body: validBody(scope.session, operation) });
        const answer = await scope.sendWire({ ...wire, body: encode(`${wire.body}`) }, operation);
        const message = `the target accepts a body ${what}, which is not JSON (RFC 8259 §8.1)`;
        scope.check('malformed-body', answer.status >= 400, message, '400', answer, { level: 'SHOULD' });
      }
    },
  };
  if (breaks('{}'))
    yield {
      id: `${operationId}/rejects-message/empty-object`,
      title: `${operationId} rejects an empty object`,
      rules: [primaryRule(operation), 'malformed-body'],
      operation,
      run: async (scope) => {
        await scope.requireAccepted(operation);
        scope.rejected(
          await scope.send({ operation, body: {} }),
          400,
          'the body is an empty object',
          [primaryRule(operation)],
          ['malformed-body'],
        );
      },
    };
  if (mediaType !== 'application/json') return;
  const documented = operation.requestBody?.content.map((one) => essence(one.mediaType)) ?? [];
  for (const [turn, contentType] of OTHER_TYPES.filter((one) => !documented.includes(essence(one))).entries()) {
    yield {
      id: `${operationId}/rejects-media-type/${slug(contentType)}`,
      title: `${operationId} rejects a body of the media type ${contentType}`,
      ...(turn > 0 && { tags: ['thorough'] }),
      rules: ['media-type'],
      operation,
      run: async (scope) => {
        await scope.requireAccepted(operation);
        const params = await addressForTurn(scope, operation, turn);
        const body = validBody(scope.session, operation);
        const answer = await scope.send({ operation, params, body, contentType });
        scope.rejected(answer, 415, `the media type is ${contentType}`, ['media-type'], ['media-type']);
      },
    };
  }
  yield {
    id: `${operationId}/rejects-media-type/other-text`,
    title: `${operationId} rejects a body that is not JSON and has another media type`,
    rules: ['media-type'],
    operation,
    run: async (scope) => {
      await scope.requireAccepted(operation);
      for (const [contentType, raw] of [
        ['application/xml', '<?xml version="1.0"?><a/>'],
        ['text/plain', 'no JSON'],
        ['application/x-www-form-urlencoded', 'a=b&c=d'],
      ] as const) {
        if (documented.includes(contentType)) continue;
        const answer = await scope.send({ operation, raw, contentType });
        scope.rejected(answer, 415, `the media type is ${contentType}`, ['media-type'], ['media-type']);
      }
    },
  };
  yield {
    id: `${operationId}/accepts-message/json`,
    title: `${operationId} accepts a body with the same JSON value in other spellings`,
    rules: [primaryRule(operation), ...statusRule(operation)],
    operation,
    run: async (scope) => {
      await scope.requireAccepted(operation);
      for (const [what, spell, suffix = ' é日🔑'] of JSON_SPELLINGS) {
        const body = withTexts(scope.session, operation, (text) => text + suffix);
        const wire = await toWire(scope.session, { operation, body });
        const answer = await scope.sendWire({ ...wire, body: spell(`${wire.body}`) }, operation);
        if (!isSuccess(answer)) scope.require(isSuccess(await scope.sendWire(wire, operation)), REJECTED_ITSELF);
        scope.accepted(answer, operation, `the body is valid JSON, with ${what} (RFC 8259)`);
      }
    },
  };
  for (const [index, contentType] of SAME_TYPE.entries()) {
    yield {
      id: `${operationId}/accepts-media-type/${slug(contentType)}`,
      title: `${operationId} accepts a body of the media type ${contentType}`,
      ...(index > 0 && { tags: ['thorough'] }),
      rules: ['media-type', ...statusRule(operation)],
      operation,
      run: async (scope) => {
        await scope.requireAccepted(operation);
        const request = { operation, body: validBody(scope.session, operation) };
        const wire = await toWire(scope.session, { ...request, contentType });
        const answer = await scope.sendWire(wire, operation);
        if (!isSuccess(answer)) await requireAcceptedAs(mediaType, scope, operation, wire);
        scope.accepted(answer, operation, `${contentType} is a spelling of application/json`, ['media-type']);
        if (!breaks('{}')) return;
        const invalid = await scope.send({ operation, body: {}, contentType });
        scope.rejected(invalid, 400, `the body is an empty object (${contentType})`, ['malformed-body'], []);
      },
    };
  }
}

/** Functions that encode a JSON text in another encoding than UTF-8. Some parsers detect UTF-16 by its zero bytes. */
const NOT_UTF_8: readonly (readonly [what: string, encode: (text: string) => Buffer])[] = [
  ['with a byte that is invalid in UTF-8', notUtf8],
  ['in UTF-16', (text) => Buffer.from(text, 'utf16le')],
  ['in UTF-16 with a byte order mark', (text) => Buffer.from(`\ufeff${text}`, 'utf16le')],
];

/** The JSON text with an additional unknown property, whose value contains a byte that is invalid in UTF-8. */
function notUtf8(text: string): Buffer {
  const end = Buffer.from(text.slice(0, -1));
  return Buffer.concat([end, Buffer.from(',"x_unknown":"'), Buffer.from([0xe9]), Buffer.from(' text"}')]);
}

/** True if the text is JSON that the request schema allows, so that no case may require a rejection. */
function isValid(contract: Contract, operation: Operation, text: string): boolean {
  try {
    return violationsOf(contract, operation, JSON.parse(text)).length === 0;
  } catch {
    return false;
  }
}

/**
 * Verifies that the target accepts the same request if the media type has its usual spelling.
 *
 * @throws Untestable if the target rejects the request
 */
async function requireAcceptedAs(
  mediaType: string,
  scope: Scope,
  operation: Operation,
  wire: WireRequest,
): Promise<void> {
  const headers = { ...wire.headers, 'Content-Type': mediaType };
  const answer = await scope.session.send({ ...wire, headers }, operation);
  scope.require(isSuccess(answer), `the target also rejects the request as ${mediaType} (${describe(answer)})`);
}

/** The media type as a part of a case ID, without characters that have a special meaning in `--only`. */
function slug(contentType: string): string {
  return contentType.replaceAll(/[^\w./-]+/g, '-').replace(/-$/, '');
}
