import { isObject } from '../../src/contract/json.ts';
import type { Defect, FaultyRequest } from './defect.ts';
import { answer, bodyOf, isOf, jsonOf, UPSERTS, withJson, withType } from './messages.ts';
import { defect } from './row.ts';

const typeOf = ({ headers }: FaultyRequest) => headers['content-type'] ?? '';

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A server that reads other media types as JSON. */
const readsType = (name: string, says: string, accepts: (type: string, request: FaultyRequest) => boolean) =>
  defect(name, 'D06', says).request((request) => {
    const type = typeOf(request);
    return type !== '' && accepts(type, request) ? withType(request, 'application/json') : request;
  });

/** A server that rejects some notations of the media type. */
const rejectsType = (name: string, says: string, isRejected: (type: string) => boolean) =>
  defect(name, 'D06', says).rejectsRequest(415, (request) => isRejected(typeOf(request)));

/** A server that parses another text than the body. */
const readsBytes = (name: string, says: string, change: (text: string, request: FaultyRequest) => string) =>
  defect(name, 'D05', says).request((request) => ({
    ...request,
    body: Buffer.from(change(request.body.toString(), request)),
  }));

/** A lenient parser: the pattern of the text that it accepts, though JSON does not. */
const parses = (name: string, says: string, pattern: RegExp, json: string) =>
  readsBytes(name, says, (text) => (parsed(text) === undefined ? text.replaceAll(pattern, json) : text));

/** A server that takes another value out of the parsed body. */
const unwraps = (name: string, says: string, inner: (value: unknown) => unknown) =>
  readsBytes(name, says, (text) => {
    const value = inner(parsed(text));
    return value === undefined ? text : JSON.stringify(value);
  });

/** Defects of reading a body: D05 and D06. */
export const bodies: readonly Defect[] = [
  readsType('text-is-taken-for-json', 'The server reads text/plain as JSON.', (type) => type === 'text/plain'),
  readsType('any-json-suffix-is-json', 'The server reads any type with the suffix +json as JSON.', (type) =>
    type.endsWith('+json'),
  ),
  readsType('form-is-taken-for-json', 'The server reads a form type as JSON, since curl -d sends it.', (type) =>
    /form/.test(type),
  ),
  readsType(
    'bytes-are-taken-for-json',
    'The server reads application/octet-stream as JSON.',
    (type) => type === 'application/octet-stream',
  ),
  readsType('media-type-is-not-looked-at', 'The server reads each body as JSON.', () => true),
  readsType(
    'merge-patch-is-taken-for-json',
    'The one PATCH accepts application/merge-patch+json, too.',
    (type, request) => isOf(request, 'updateJwtKey') && type === 'application/merge-patch+json',
  ),
  rejectsType(
    'charset-is-refused',
    'The server compares the media type with its parameters: charset=utf-8 is 415.',
    (type) => /^application\/json\s*;/i.test(type),
  ),
  rejectsType('charset-in-capitals-is-refused', 'The charset has to be utf-8, in small letters.', (type) =>
    /charset=UTF-8/.test(type),
  ),
  rejectsType(
    'two-parameters-of-media-type-are-refused',
    'The media type may have one parameter, its charset.',
    (type) => /^application\/json\s*;.*;/i.test(type),
  ),
  defect('deletion-needs-a-media-type', 'D80 D81', 'A DELETE without a media type is 415.').rejectsRequest(
    415,
    (request) => isOf(request, 'deleteInstallation') && typeOf(request) === '',
  ),
  rejectsType(
    'parameter-without-charset-is-refused',
    'The media type may have parameters if one is the charset.',
    (type) => /;(?!.*charset)/i.test(type),
  ),
  rejectsType(
    'capitals-in-media-type-are-refused',
    'The server compares the media type with regard to letter case.',
    (type) => /[A-Z]/.test(type.split(';')[0] ?? ''),
  ),
  defect('other-media-type-is-bad-request', 'D06', 'A body of another media type is 400.').rejectsWith(415, 400),

  defect('invalid-integration-is-unprocessable', 'D05', 'An invalid body of createIntegration is 422.').rejectsWith(
    400,
    422,
    (request) => isOf(request, 'createIntegration') && jsonOf(request) !== undefined,
  ),
  defect('no-address-is-unprocessable', 'D05 D73', 'A text that is no email address is 422.').rejectsWith(
    400,
    422,
    (request) => typeof bodyOf(request, 'createInvite').email === 'string',
  ),
  defect(
    'every-bad-request-is-unprocessable',
    'D05 D41 D51 D52 D55 D56 D73',
    'Each invalid body is 422, the default of the framework.',
  ).rejectsWith(400, 422),
  defect('malformed-json-is-unsupported', 'D05', 'A body that does not parse is 415.').rejectsWith(
    400,
    415,
    ({ body }) => parsed(body.toString()) === undefined,
  ),
  defect('null-body-fails', 'D15', 'A null body passes the parser and breaks the handler.').rejectsRequest(
    500,
    ({ body }) => body.toString() === 'null',
  ),
  defect(
    'empty-body-is-nothing-to-do',
    'D05',
    'An upsert with an empty body or null succeeds and does nothing.',
  ).responds(
    (request, { status }) => isOf(request, UPSERTS) && status === 400 && /^(null)?$/.test(request.body.toString()),
    () => answer(200, { success: true, fields: {} }),
  ),
  defect(
    'empty-array-is-an-integration',
    'D05',
    'The server reads an empty array as an empty object, and fills in defaults.',
  ).responds(
    (request, { status }) => isOf(request, 'createIntegration') && status === 400 && request.body.toString() === '[]',
    () => answer(201),
  ),
  defect(
    'body-begins-with-a-brace',
    'D30 D40 D50 D60 D70',
    'The server rejects a body that begins with white space.',
  ).rejectsRequest(400, ({ body }) => /^\s+\{/.test(body.toString())),
  defect('blank-is-empty', 'D35 D45 D50 D64', 'The server rejects a text of blanks as empty.').rejectsRequest(
    400,
    (request) => {
      const { name, label, groupRef, jwtKey } = jsonOf(request) ?? {};
      return [name, label, groupRef, isObject(jwtKey) && jwtKey.label].some((text) => text === ' ');
    },
  ),
  defect(
    'names-in-any-letter-case',
    'D30 D33 D40 D50 D60 D64 D70',
    'Property names match in any letter case, the default of the JSON library of Go.',
  ).request((request) => {
    const body = jsonOf(request);
    return body ? withJson(request, inLowerCamelCase(body)) : request;
  }),
  readsBytes('text-behind-the-body-is-ignored', 'The server ignores text behind the JSON value.', (text) =>
    text.replace(/\}[^}\]]*$/, '}'),
  ),
  parses('trailing-comma-is-taken', 'The parser accepts a comma before a closing brace.', /,\s*([}\]])/g, '$1'),
  parses(
    'escapes-are-whatever-they-are',
    'The parser accepts any character behind a backslash.',
    /\\([^"\\/bfnrtu])/g,
    '$1',
  ),
  parses('numbers-may-begin-with-zero', 'The parser accepts a number with a leading zero.', /:\s*0+(\d)/g, ':$1'),
  readsBytes('words-of-another-language-are-values', 'The parser accepts True and None of Python.', (text) =>
    parsed(text) === undefined
      ? text.replaceAll(/:\s*(True|False)\b/g, (all) => all.toLowerCase()).replaceAll(/:\s*None\b/g, ':null')
      : text,
  ),
  parses('nan-is-a-number', 'The parser accepts NaN, the default of Python.', /:\s*NaN\b/g, ':0'),
  parses(
    'names-need-no-quotes',
    'The parser accepts property names without quotes.',
    /([{,]\s*)([A-Za-z]+)\s*:/g,
    '$1"$2":',
  ),
  readsBytes('string-is-the-address', 'createInvite accepts a string as the email address.', (text, request) => {
    const email = isOf(request, 'createInvite') ? parsed(text) : undefined;
    return typeof email === 'string' ? JSON.stringify({ email }) : text;
  }),
  unwraps('array-of-one-is-unwrapped', 'The server reads an array of one object as that object.', (value) =>
    Array.isArray(value) && value.length === 1 ? value[0] : undefined,
  ),
  unwraps('pairs-make-an-object', 'The server reads an array of names and values as an object.', (value) => {
    const isPair = (item: unknown) => Array.isArray(item) && item.length === 2 && typeof item[0] === 'string';
    return Array.isArray(value) && value.length > 0 && value.every(isPair) ? Object.fromEntries(value) : undefined;
  }),
  unwraps(
    'envelope-is-unwrapped',
    'The body may be in a property `data`, as in other services of the company.',
    (value) => (isObject(value) && isObject(value.data) ? value.data : undefined),
  ),
  readsBytes(
    'json-in-a-string-is-unwrapped',
    'The server parses a JSON string that contains JSON a second time.',
    (text) => {
      const value = parsed(text);
      return typeof value === 'string' ? value : text;
    },
  ),
  defect('multipart-fails', 'D15', 'The parser finds no boundary in a multipart body.').rejectsRequest(500, (request) =>
    typeOf(request).startsWith('multipart/'),
  ),
  defect(
    'unknown-member-of-an-invite-is-refused',
    'D10',
    'createInvite rejects a body with an unknown property.',
  ).rejectsRequest(400, (request) => {
    const names = Object.keys(bodyOf(request, 'createInvite'));
    return names.length > 1 && names.includes('email');
  }),
];

const MEMBERS = [
  ...['name', 'provider', 'latestRevision', 'specVersion', 'content', 'objectName', 'updateMask', 'jwtKey', 'label'],
  ...['algorithm', 'publicKeyPem', 'groupRef', 'fields', 'fieldName', 'displayName', 'valueType', 'email'],
];

/** With the property names of the contract, where no property has that name yet. */
function inLowerCamelCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inLowerCamelCase);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([name, member]) => {
    const own = name.charAt(0).toLowerCase() + name.slice(1);
    return [MEMBERS.includes(own) && !Object.hasOwn(value, own) ? own : name, inLowerCamelCase(member)] as const;
  });
  return Object.fromEntries(entries);
}
