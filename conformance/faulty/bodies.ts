import { isObject } from '../../src/contract/json.ts';
import type { Defect, FaultyRequest } from './defect.ts';
import {
  answer,
  changes,
  changesAnswer,
  isOf,
  jsonOf,
  operationOf,
  refuses,
  refusesWith,
  UPSERTS,
  withJson,
  withType,
} from './messages.ts';

type TypeRow = readonly [name: string, description: string, takes: (type: string) => boolean];

const TAKEN_TYPES: readonly TypeRow[] = [
  ['text-is-taken-for-json', 'A body of type text/plain is read as JSON.', (type) => type === 'text/plain'],
  [
    'any-json-suffix-is-json',
    'A body of any type that ends in +json is read as JSON.',
    (type) => type.endsWith('+json'),
  ],
  [
    'form-is-taken-for-json',
    'A body of a form type is read as JSON, as curl -d sends it.',
    (type) => /form/.test(type),
  ],
  [
    'bytes-are-taken-for-json',
    'A body of type application/octet-stream is read as JSON.',
    (type) => type === 'application/octet-stream',
  ],
  ['media-type-is-not-looked-at', 'A body is read as JSON, whatever its media type.', () => true],
];

function readsBytes(change: (text: string, request: FaultyRequest) => string): Defect['create'] {
  return changes((request) => ({ ...request, body: Buffer.from(change(request.body.toString(), request)) }));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const typeOf = ({ headers }: FaultyRequest) => headers['content-type'] ?? '';

/** Defects of reading a body: D05 and D06. */
export const bodies: readonly Defect[] = [
  ...TAKEN_TYPES.map(([name, description, takes]) => ({
    name,
    description,
    breaks: ['D06'],
    create: changes((request) =>
      typeOf(request) !== '' && takes(typeOf(request)) ? withType(request, 'application/json') : request,
    ),
  })),
  {
    name: 'merge-patch-is-taken-for-json',
    description: 'The one PATCH takes application/merge-patch+json too.',
    breaks: ['D06'],
    create: changes((request) =>
      isOf(request, 'updateJwtKey') && typeOf(request) === 'application/merge-patch+json'
        ? withType(request, 'application/json')
        : request,
    ),
  },
  {
    name: 'charset-is-refused',
    description: 'The media type is compared with its parameters: charset=utf-8 is 415.',
    breaks: ['D06'],
    create: refuses((request) => /^application\/json\s*;/i.test(typeOf(request)), 415),
  },
  {
    name: 'charset-in-capitals-is-refused',
    description: 'The charset has to be utf-8, in small letters.',
    breaks: ['D06'],
    create: refuses((request) => /charset=UTF-8/.test(typeOf(request)), 415),
  },
  {
    name: 'two-parameters-of-media-type-are-refused',
    description: 'The media type may have a charset at its end, and no other parameter.',
    breaks: ['D06'],
    create: refuses((request) => /^application\/json\s*;.*;/i.test(typeOf(request)), 415),
  },
  {
    name: 'deletion-needs-a-media-type',
    description: 'A DELETE without a media type is 415, though it has no body.',
    breaks: ['D80', 'D81'],
    create: refuses((request) => isOf(request, 'deleteInstallation') && typeOf(request) === '', 415),
  },
  {
    name: 'parameter-without-charset-is-refused',
    description: 'The media type may have parameters if charset is one of them.',
    breaks: ['D06'],
    create: refuses((request) => /;(?!.*charset)/i.test(typeOf(request)), 415),
  },
  {
    name: 'capitals-in-media-type-are-refused',
    description: 'The media type is compared with regard to letter case.',
    breaks: ['D06'],
    create: refuses((request) => /[A-Z]/.test(typeOf(request).split(';')[0] ?? ''), 415),
  },
  {
    name: 'other-media-type-is-bad-request',
    description: 'A body of another media type is answered with 400.',
    breaks: ['D06'],
    create: refusesWith(415, 400),
  },
  {
    name: 'invalid-integration-is-unprocessable',
    description: 'A body of createIntegration that breaks the schema is answered with 422.',
    breaks: ['D05'],
    create: refusesWith(400, 422, (request) => isOf(request, 'createIntegration') && jsonOf(request) !== undefined),
  },
  {
    name: 'no-address-is-unprocessable',
    description: 'What is no e-mail address is answered with 422.',
    breaks: ['D05', 'D73'],
    create: refusesWith(
      400,
      422,
      (request) => isOf(request, 'createInvite') && typeof jsonOf(request)?.email === 'string',
    ),
  },
  {
    name: 'every-bad-request-is-unprocessable',
    description: 'Every body that is not right is answered with 422, as the framework does by default.',
    breaks: ['D05', 'D41', 'D51', 'D52', 'D55', 'D56', 'D73'],
    create: refusesWith(400, 422),
  },
  {
    name: 'malformed-json-is-unsupported',
    description: 'A body that does not parse is answered with 415.',
    breaks: ['D05'],
    create: refusesWith(400, 415, (request) => parsed(request.body.toString()) === undefined),
  },
  {
    name: 'null-body-fails',
    description: 'A body that is null passes the parser and breaks the handler.',
    breaks: ['D15'],
    create: refuses((request) => request.body.toString() === 'null', 500),
  },
  {
    name: 'empty-body-is-nothing-to-do',
    description: 'An upsert with an empty body or null succeeds and does nothing.',
    breaks: ['D05'],
    create: changesAnswer(
      (request, { status }) => isOf(request, UPSERTS) && status === 400 && !parsed(request.body.toString() || 'null'),
      (refusal, { body }) => (/^(null)?$/.test(body.toString()) ? answer(200, { success: true, fields: {} }) : refusal),
    ),
  },
  {
    name: 'empty-array-is-an-integration',
    description: 'An empty array is taken for an empty object, which passes: the integration is made of defaults.',
    breaks: ['D05'],
    create: changesAnswer(
      (request, { status }) => isOf(request, 'createIntegration') && status === 400,
      (refusal, { body }) => (body.toString() === '[]' ? answer(201) : refusal),
    ),
  },
  {
    name: 'body-begins-with-a-brace',
    description: 'A body that does not begin with a brace is taken for no object.',
    breaks: ['D30', 'D40', 'D50', 'D60', 'D70'],
    create: refuses(({ body }) => /^\s+\{/.test(body.toString()), 400),
  },
  {
    name: 'blank-is-empty',
    description: 'A text of blanks is refused where one needs a character.',
    breaks: ['D35', 'D45', 'D50', 'D64'],
    create: refuses((request) => {
      const { name, label, groupRef, jwtKey } = jsonOf(request) ?? {};
      return [name, label, groupRef, isObject(jwtKey) && jwtKey.label].some((text) => text === ' ');
    }, 400),
  },
  {
    name: 'names-in-any-letter-case',
    description: 'The names of members are read in any letter case, as the JSON library of Go does by default.',
    breaks: ['D30', 'D33', 'D40', 'D50', 'D60', 'D64', 'D70'],
    create: changes((request) => {
      const body = jsonOf(request);
      return body ? withJson(request, inLowerCamelCase(body)) : request;
    }),
  },
  {
    name: 'text-behind-the-body-is-ignored',
    description: 'Text behind the JSON value is not looked at.',
    breaks: ['D05'],
    create: readsBytes((text) => text.replace(/\}[^}\]]*$/, '}')),
  },
  {
    name: 'trailing-comma-is-taken',
    description: 'The parser is a lenient one: it takes a comma before a closing brace.',
    breaks: ['D05'],
    create: readsBytes((text) => (parsed(text) === undefined ? text.replaceAll(/,\s*([}\]])/g, '$1') : text)),
  },
  {
    name: 'escapes-are-whatever-they-are',
    description: 'The parser takes what stands behind a backslash as it is, whether JSON has such an escape or not.',
    breaks: ['D05'],
    create: readsBytes((text) => (parsed(text) === undefined ? text.replaceAll(/\\([^"\\/bfnrtu])/g, '$1') : text)),
  },
  {
    name: 'numbers-may-begin-with-zero',
    description: 'The parser takes a number with a zero before it.',
    breaks: ['D05'],
    create: readsBytes((text) => (parsed(text) === undefined ? text.replaceAll(/:\s*0+(\d)/g, ':$1') : text)),
  },
  {
    name: 'words-of-another-language-are-values',
    description: 'The parser takes True and None, as they are written in Python.',
    breaks: ['D05'],
    create: readsBytes((text) =>
      parsed(text) === undefined
        ? text.replaceAll(/:\s*(True|False)\b/g, (all) => all.toLowerCase()).replaceAll(/:\s*None\b/g, ':null')
        : text,
    ),
  },
  {
    name: 'nan-is-a-number',
    description: 'The parser takes NaN, as that of Python does by default.',
    breaks: ['D05'],
    create: readsBytes((text) => (parsed(text) === undefined ? text.replaceAll(/:\s*NaN\b/g, ':0') : text)),
  },
  {
    name: 'names-need-no-quotes',
    description: 'The parser takes names of members without quotes, if they are words.',
    breaks: ['D05'],
    create: readsBytes((text) =>
      parsed(text) === undefined ? text.replaceAll(/([{,]\s*)([A-Za-z]+)\s*:/g, '$1"$2":') : text,
    ),
  },
  {
    name: 'string-is-the-address',
    description: 'createInvite takes a string for the e-mail address.',
    breaks: ['D05'],
    create: readsBytes((text, request) => {
      const email = isOf(request, 'createInvite') ? parsed(text) : undefined;
      return typeof email === 'string' ? JSON.stringify({ email }) : text;
    }),
  },
  {
    name: 'array-of-one-is-unwrapped',
    description: 'An array with one object in it is taken for that object.',
    breaks: ['D05'],
    create: readsBytes((text) => {
      const value = parsed(text);
      return Array.isArray(value) && value.length === 1 ? JSON.stringify(value[0]) : text;
    }),
  },
  {
    name: 'pairs-make-an-object',
    description: 'An array of names and values is taken for the object that they make.',
    breaks: ['D05'],
    create: readsBytes((text) => {
      const value = parsed(text);
      const isPair = (item: unknown) => Array.isArray(item) && item.length === 2 && typeof item[0] === 'string';
      const isPairs = Array.isArray(value) && value.length > 0 && value.every(isPair);
      return isPairs ? JSON.stringify(Object.fromEntries(value)) : text;
    }),
  },
  {
    name: 'envelope-is-unwrapped',
    description: 'The body may be within a member `data`, as other services of the company have it.',
    breaks: ['D05'],
    create: readsBytes((text) => {
      const value = parsed(text);
      return isObject(value) && isObject(value.data) ? JSON.stringify(value.data) : text;
    }),
  },
  {
    name: 'json-in-a-string-is-unwrapped',
    description: 'A JSON string that holds JSON is parsed a second time.',
    breaks: ['D05'],
    create: readsBytes((text) => {
      const value = parsed(text);
      return typeof value === 'string' ? value : text;
    }),
  },
  {
    name: 'multipart-fails',
    description: 'A multipart body meets a parser that finds no boundary in it.',
    breaks: ['D15'],
    create: refuses((request) => typeOf(request).startsWith('multipart/'), 500),
  },
  {
    name: 'unknown-member-of-an-invite-is-refused',
    description: 'createInvite refuses a body with a member that it does not know.',
    breaks: ['D10'],
    create: refuses(
      (request) => operationOf(request) === 'createInvite' && 'email' in (jsonOf(request) ?? {}) && hasMore(request),
      400,
    ),
  },
];

function hasMore(request: FaultyRequest): boolean {
  return Object.keys(jsonOf(request) ?? {}).some((name) => name !== 'email');
}

const MEMBERS = [
  ...['name', 'provider', 'latestRevision', 'specVersion', 'content', 'objectName', 'updateMask', 'jwtKey', 'label'],
  ...['algorithm', 'publicKeyPem', 'groupRef', 'fields', 'fieldName', 'displayName', 'valueType', 'email'],
];

/** With the members of the contract called as it calls them, where none is beside it that is. */
function inLowerCamelCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inLowerCamelCase);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([name, member]) => {
    const own = name.charAt(0).toLowerCase() + name.slice(1);
    return [MEMBERS.includes(own) && !Object.hasOwn(value, own) ? own : name, inLowerCamelCase(member)] as const;
  });
  return Object.fromEntries(entries);
}
