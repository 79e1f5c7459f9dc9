import { isUtf8 } from 'node:buffer';
import { isObject, parseJson } from '../../src/contract/json.ts';
import type { Defect, FaultyRequest } from './defect.ts';
import { changes, jsonOf, withJson } from './json-message.ts';
import { answer, bodyOf, isOf, UPSERTS, withSegment, withType } from './messages.ts';
import { defect, rejectsRequest, rejectsWith, responds } from './row.ts';

const typeOf = ({ headers }: FaultyRequest) => headers['content-type'] ?? '';

/** Time in milliseconds in which a copied prototype has an effect: longer than the time between two requests of a case. */
const COPIED_MS = 200;

/** A faulty server that reads a body as JSON if `accepts` returns true for its media type. */
const readsType = (accepts: (type: string, request: FaultyRequest) => boolean) =>
  changes((request) => {
    const type = typeOf(request);
    return type !== '' && accepts(type, request) ? withType(request, 'application/json') : request;
  });

/** A faulty server that rejects some spellings of the media type application/json. */
const rejectsType = (isRejected: (type: string) => boolean) =>
  rejectsRequest(415, (request) => isRejected(typeOf(request)));

/** A faulty server that replaces the text of a body before it parses the body. */
const readsBytes = (change: (text: string, request: FaultyRequest) => string) =>
  changes((request) => ({
    ...request,
    body: Buffer.from(change(request.body.toString(), request)),
  }));

/**
 * A faulty server with a lenient parser: it reads text that matches `pattern`, which is invalid JSON, as the valid JSON
 * in `json`.
 */
const parses = (pattern: RegExp, json: string) =>
  readsBytes((text) => (parseJson(text) === undefined ? text.replaceAll(pattern, json) : text));

/** A faulty server that reads `inner(body)` instead of the parsed body, unless `inner` returns undefined. */
const unwraps = (inner: (value: unknown) => unknown) =>
  readsBytes((text) => {
    const value = inner(parseJson(text));
    return value === undefined ? text : JSON.stringify(value);
  });

/** Defects in the parsing of request bodies, which break the requirements D05 and D06. */
export const bodies: readonly Defect[] = [
  defect('text-is-taken-for-json', 'D06', 'The server reads text/plain as JSON.').does(
    readsType((type) => type === 'text/plain'),
  ),
  defect('any-json-suffix-is-json', 'D06', 'The server reads any media type with the suffix +json as JSON.').does(
    readsType((type) => type.endsWith('+json')),
  ),
  defect(
    'form-is-taken-for-json',
    'D06',
    'The server reads application/x-www-form-urlencoded as JSON, since `curl -d` sends this media type.',
  ).does(readsType((type) => /form/.test(type))),
  defect('bytes-are-taken-for-json', 'D06', 'The server reads application/octet-stream as JSON.').does(
    readsType((type) => type === 'application/octet-stream'),
  ),
  defect('media-type-is-not-looked-at', 'D06', 'The server reads a body of any media type as JSON.').does(
    readsType(() => true),
  ),
  defect('merge-patch-is-taken-for-json', 'D06', 'updateJwtKey also accepts application/merge-patch+json.').does(
    readsType((type, request) => isOf(request, 'updateJwtKey') && type === 'application/merge-patch+json'),
  ),
  defect('chunked-body-has-any-media-type', 'D06', 'The server reads a chunked body of any media type as JSON.').does(
    readsType((_, { isChunked }) => isChunked === true),
  ),
  defect(
    'characters-are-cut-between-blocks',
    'D42 D46 D61',
    'The server decodes each block of 4,096 bytes of a body alone, so it replaces a character across two blocks.',
  ).does(
    changes((request) => {
      const { body } = request;
      const blocks = Array.from({ length: Math.ceil(body.length / 4096) }, (_, index) =>
        body.subarray(index * 4096, (index + 1) * 4096).toString(),
      );
      return isUtf8(body) ? { ...request, body: Buffer.from(blocks.join('')) } : request;
    }),
  ),
  defect(
    'capital-hex-digits-are-refused',
    'D30 D40 D50 D60 D70',
    'The JSON parser rejects Unicode escapes with capital letters.',
  ).does(rejectsRequest(400, ({ body }) => /[^\\]\\u[0-9a-f]*[A-F]/.test(body.toString()))),
  defect(
    'charset-is-refused',
    'D06',
    'The server compares the whole Content-Type header with application/json, so it rejects charset=utf-8 with 415.',
  ).does(rejectsType((type) => /^application\/json\s*;/i.test(type))),
  defect('charset-in-capitals-is-refused', 'D06', 'The server rejects the charset UTF-8 in upper case.').does(
    rejectsType((type) => /charset=UTF-8/.test(type)),
  ),
  defect(
    'two-parameters-of-media-type-are-refused',
    'D06',
    'The server rejects a media type with two parameters.',
  ).does(rejectsType((type) => /^application\/json\s*;.*;/i.test(type))),
  defect(
    'body-after-an-interim-response-is-lost',
    'D31 D40 D54 D63 D72',
    'The server reads an empty body if the client waits for the interim response 100 (`Expect: 100-continue`).',
  ).does(
    () => (request, forward) =>
      forward(request.headers.expect === undefined ? request : { ...request, body: Buffer.alloc(0) }),
  ),
  defect('utf-16-is-read', 'D05', 'The server detects UTF-16 in a body, and reads the body as JSON.').does(
    changes((request) => {
      const { body } = request;
      return body.includes(0)
        ? { ...request, body: Buffer.from(body.toString('utf16le').replace(/^\ufeff/, '')) }
        : request;
    }),
  ),
  defect(
    'missing-values-come-from-the-query',
    'D50',
    'createJwtKey merges the parameters of the query with the properties of the body.',
  ).does(
    changes((request) => {
      const body = isOf(request, 'createJwtKey') ? jsonOf(request) : undefined;
      const query = Object.fromEntries(new URLSearchParams(request.path.split('?')[1]));
      return body ? withJson(request, { ...query, ...body }) : request;
    }),
  ),
  defect(
    'space-after-the-media-type-is-refused',
    'D06',
    'The server rejects a media type with a space before the semicolon.',
  ).does(rejectsType((type) => /\s;/.test(type))),
  defect(
    'deletion-needs-a-media-type',
    'D80 D81',
    'The server responds with 415 to a DELETE without a media type.',
  ).does(rejectsRequest(415, (request) => isOf(request, 'deleteInstallation') && typeOf(request) === '')),
  defect(
    'parameter-without-charset-is-refused',
    'D06',
    'The server rejects a media type with a parameter other than the charset.',
  ).does(rejectsType((type) => /;(?!.*charset)/i.test(type))),
  defect(
    'any-application-type-is-json',
    'D06',
    'The server reads a body of the media type `application/*` as JSON.',
  ).does(changes((request) => (typeOf(request) === 'application/*' ? withType(request, 'application/json') : request))),
  defect(
    'media-type-in-turkish-capitals',
    'D06',
    'The server converts the media type to small letters by the rules of Turkish, which have another letter for I.',
  ).does(rejectsRequest(415, (request) => typeOf(request).toLocaleLowerCase('tr').startsWith('applıcatıon'))),
  defect('capitals-in-media-type-are-refused', 'D06', 'The server rejects a media type with capitals.').does(
    rejectsType((type) => /[A-Z]/.test(type.split(';')[0] ?? '')),
  ),
  defect(
    'other-media-type-is-bad-request',
    'D06',
    'The server responds with 400 instead of 415 to a body of another media type than JSON.',
  ).does(rejectsWith(415, 400)),

  defect(
    'invalid-integration-is-unprocessable',
    'D05',
    'The server responds with 422 to an invalid body of createIntegration.',
  ).does(rejectsWith(400, 422, (request) => isOf(request, 'createIntegration') && jsonOf(request) !== undefined)),
  defect(
    'no-address-is-unprocessable',
    'D05 D73',
    'The server responds with 422 to an `email` that is not an email address.',
  ).does(rejectsWith(400, 422, (request) => typeof bodyOf(request, 'createInvite').email === 'string')),
  defect(
    'every-bad-request-is-unprocessable',
    'D05 D41 D45 D51 D52 D55 D56 D73',
    'The server responds with 422 to each invalid body.',
  ).does(rejectsWith(400, 422)),
  defect('malformed-json-is-unsupported', 'D05', 'The server responds with 415 to a body that is not valid JSON.').does(
    rejectsWith(400, 415, ({ body }) => parseJson(body.toString()) === undefined),
  ),
  defect('null-body-fails', 'D15', 'The server responds with 500 to the body `null`.').does(
    rejectsRequest(500, ({ body }) => body.toString() === 'null'),
  ),
  defect(
    'empty-body-is-nothing-to-do',
    'D05',
    'An upsert of object metadata with an empty body, or with the body `null`, succeeds without effect.',
  ).does(
    responds(
      (request, { status }) => isOf(request, UPSERTS) && status === 400 && /^(null)?$/.test(request.body.toString()),
      () => answer(200, { success: true, fields: {} }),
    ),
  ),
  defect(
    'empty-array-is-an-integration',
    'D05',
    'createIntegration accepts an empty array as an empty object with defaults.',
  ).does(
    responds(
      (request, { status }) => isOf(request, 'createIntegration') && status === 400 && request.body.toString() === '[]',
      () => answer(201),
    ),
  ),
  defect(
    'body-begins-with-a-brace',
    'D30 D40 D50 D60 D70',
    'The server rejects a JSON body with white space before it.',
  ).does(rejectsRequest(400, ({ body }) => /^\s+\{/.test(body.toString()))),
  defect(
    'blank-is-empty',
    'D35 D45 D50 D64',
    'The server treats a string that is only a space as an empty string, and rejects the request.',
  ).does(
    rejectsRequest(400, (request) => {
      const { name, label, groupRef, jwtKey } = jsonOf(request) ?? {};
      return [name, label, groupRef, isObject(jwtKey) && jwtKey.label].some((text) => text === ' ');
    }),
  ),
  defect(
    'names-in-any-letter-case',
    'D30 D33 D40 D43 D50 D60 D64 D70',
    'The server accepts property names in any letter case, as the JSON package of Go does.',
  ).does(
    changes((request) => {
      const body = jsonOf(request);
      return body ? withJson(request, inLowerCamelCase(body)) : request;
    }),
  ),
  defect('text-behind-the-body-is-ignored', 'D05', 'The server ignores text after the JSON value of a body.').does(
    readsBytes((text) => text.replace(/\}[^}\]]*$/, '}')),
  ),
  defect('second-line-is-ignored', 'D05', 'The server reads a body line by line, and uses only the first line.').does(
    readsBytes((text) => text.replace(/^(\{.*\})\n[\s\S]*$/, '$1')),
  ),
  defect('trailing-comma-is-taken', 'D05', 'The JSON parser accepts a trailing comma.').does(
    parses(/,\s*([}\]])/g, '$1'),
  ),
  defect('second-object-is-ignored', 'D05', 'The server ignores a second JSON object directly after the first.').does(
    parses(/^(\{.*\})\1$/gs, '$1'),
  ),
  defect(
    'semicolon-ends-the-json',
    'D05',
    'The JSON parser accepts a semicolon at the end, as after a statement.',
  ).does(parses(/\};$/g, '}')),
  defect('nul-ends-the-json', 'D05', 'The JSON parser stops at a NUL character, as for a string in C.').does(
    parses(/\0+$/g, ''),
  ),
  defect('script-guard-is-removed', 'D05', "The server removes the text `)]}',` from the start of a body.").does(
    parses(/^\)\]\}',\s*/g, ''),
  ),
  defect('any-white-space-is-skipped', 'D05', 'The JSON parser skips white space that JSON does not allow.').does(
    parses(/^[\f\v\u00a0]+/g, ''),
  ),
  defect('single-quotes-are-quotes', 'D05', 'The JSON parser accepts single quotes around each string.').does(
    parses(/'([^'"]*)'/g, '"$1"'),
  ),
  defect('numbers-may-have-a-plus', 'D05', 'The JSON parser accepts a plus sign before a number.').does(
    parses(/:\s*\+(\d)/g, ':$1'),
  ),
  defect('escapes-are-whatever-they-are', 'D05', 'The JSON parser accepts any character after a backslash.').does(
    parses(/\\([^"\\/bfnrtu])/g, '$1'),
  ),
  defect('numbers-may-begin-with-zero', 'D05', 'The JSON parser accepts a number with a leading zero.').does(
    parses(/:\s*0+(\d)/g, ':$1'),
  ),
  defect(
    'words-of-another-language-are-values',
    'D05',
    'The JSON parser accepts `True`, `False` and `None`, as in Python.',
  ).does(
    readsBytes((text) =>
      parseJson(text) === undefined
        ? text.replaceAll(/:\s*(True|False)\b/g, (all) => all.toLowerCase()).replaceAll(/:\s*None\b/g, ':null')
        : text,
    ),
  ),
  defect('nan-is-a-number', 'D05', 'The JSON parser accepts `NaN`, as Python does by default.').does(
    parses(/:\s*NaN\b/g, ':0'),
  ),
  defect('names-need-no-quotes', 'D05', 'The JSON parser accepts property names without quotes.').does(
    parses(/([{,]\s*)([A-Za-z]+)\s*:/g, '$1"$2":'),
  ),
  defect('string-is-the-address', 'D05', 'createInvite accepts a string as the email address.').does(
    readsBytes((text, request) => {
      const email = isOf(request, 'createInvite') ? parseJson(text) : undefined;
      return typeof email === 'string' ? JSON.stringify({ email }) : text;
    }),
  ),
  defect(
    'array-of-one-is-unwrapped',
    'D05',
    'The server accepts a body that is an array with one object instead of the object.',
  ).does(unwraps((value) => (Array.isArray(value) && value.length === 1 ? value[0] : undefined))),
  defect(
    'pairs-make-an-object',
    'D05',
    'The server accepts a body that is an array of name-value pairs instead of an object.',
  ).does(
    unwraps((value) => {
      const isPair = (item: unknown) => Array.isArray(item) && item.length === 2 && typeof item[0] === 'string';
      return Array.isArray(value) && value.length > 0 && value.every(isPair) ? Object.fromEntries(value) : undefined;
    }),
  ),
  defect(
    'envelope-is-unwrapped',
    'D05',
    'The server also accepts an object that contains the body in its property `data`.',
  ).does(unwraps((value) => (isObject(value) && isObject(value.data) ? value.data : undefined))),
  defect(
    'json-in-a-string-is-unwrapped',
    'D05',
    'The server accepts a body that is a JSON string, and parses the content of the string as JSON.',
  ).does(
    readsBytes((text) => {
      const value = parseJson(text);
      return typeof value === 'string' ? value : text;
    }),
  ),
  defect(
    'multipart-fails',
    'D15',
    'The server responds with 500 to a body of a multipart media type, since its multipart parser throws an error.',
  ).does(rejectsRequest(500, (request) => typeOf(request).startsWith('multipart/'))),
  defect('unknown-member-of-an-invite-is-refused', 'D10', 'createInvite rejects a body with an unknown property.').does(
    rejectsRequest(400, (request) => {
      const names = Object.keys(bodyOf(request, 'createInvite'));
      return names.length > 1 && names.includes('email');
    }),
  ),
  defect(
    'solidus-keeps-its-backslash',
    'D42',
    'updateJwtKey stores the backslash of an escaped solidus in a label.',
  ).does(
    changes((request) => {
      const text = isOf(request, 'updateJwtKey') ? request.body.toString() : '';
      const kept = text.replace(/\\(.)/gs, (all, one) => (one === '/' ? '\\\\/' : all));
      return kept === text ? request : { ...request, body: Buffer.from(kept) };
    }),
  ),
  defect('escaped-name-is-unknown', 'D70', 'createInvite does not decode the escape sequences in property names.').does(
    rejectsRequest(
      400,
      (request) => isOf(request, 'createInvite') && /\\u[\da-f]{4}[^"]*":/i.test(request.body.toString()),
    ),
  ),
  defect(
    'path-parameter-in-the-body-wins',
    'D10',
    'The server reads the organization of an invite from the body, if the body contains a property `orgId`.',
  ).does(
    changes((request) => {
      const { orgId } = bodyOf(request, 'createInvite');
      return typeof orgId === 'string' ? withSegment(request, 'orgs', orgId) : request;
    }),
  ),
  defect(
    'prototype-of-a-body-is-copied',
    'D05',
    'createInvite copies the property `__proto__` of a body, so that the next body without an email address is valid.',
  ).does(() => {
    let [email, until] = ['', 0];
    return async (request, forward) => {
      const text = isOf(request, 'createInvite') ? request.body.toString() : '';
      const [, found] = /"__proto__": .*?"email":"([^"]+)"/.exec(text) ?? [];
      if (found !== undefined) [email, until] = [found, Date.now() + COPIED_MS];
      return forward(text === '{}' && Date.now() < until ? withJson(request, { email }) : request);
    };
  }),
];

const MEMBERS = [
  ...['name', 'provider', 'latestRevision', 'specVersion', 'content', 'objectName', 'updateMask', 'jwtKey', 'label'],
  ...['algorithm', 'publicKeyPem', 'groupRef', 'fields', 'fieldName', 'displayName', 'valueType', 'email'],
];

/**
 * A copy of the body in which the property names of the contract begin with a small letter. A name such as `Label`
 * stays unchanged if the object also has the property `label`.
 */
function inLowerCamelCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inLowerCamelCase);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([name, member]) => {
    const own = name.charAt(0).toLowerCase() + name.slice(1);
    return [MEMBERS.includes(own) && !Object.hasOwn(value, own) ? own : name, inLowerCamelCase(member)] as const;
  });
  return Object.fromEntries(entries);
}
