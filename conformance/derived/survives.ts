import { hash, randomUUID } from 'node:crypto';
import type { Contract } from '../../src/contract/contract.ts';
import type { Operation } from '../../src/contract/document/operation.ts';
import { isObject, type JsonObject } from '../../src/contract/json.ts';
import { keyword } from '../../src/contract/schema/schema-walk.ts';
import { NoAnswerError } from '../connection/client.ts';
import { type BodyPlace, isFree, places, replaced } from '../engine/bodies/body-places.ts';
import type { Case } from '../engine/case.ts';
import { isInPath, newRecordParams, toWire, validBody } from '../engine/request/request.ts';
import { bodyOf, largestExample } from '../engine/request/samples.ts';
import type { Scope } from '../engine/scope.ts';
import type { Session } from '../engine/session.ts';
import { shareOf } from './share.ts';
import { hasOnlyOneList } from './valid-bodies.ts';

type Run = Case['run'];

const DEPTH = 10_000;

/** A nesting depth that every parser accepts, but that some later code of a service cannot handle. */
const SHALLOW = 100;

const BODIES: readonly (readonly [id: string, what: string, body: string | Buffer])[] = [
  ['nested-depth-levels-deep', `nested ${DEPTH} levels deep`, `${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}`],
  ['nested-depth-objects-deep', `nested ${DEPTH} objects deep`, `${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`],
  [
    'member-nested-shallow-levels-deep',
    `with a property nested ${SHALLOW} levels deep`,
    `{"x": ${'['.repeat(SHALLOW)}${']'.repeat(SHALLOW)}}`,
  ],
  [
    'proto-constructor',
    'with __proto__ and constructor',
    '{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}',
  ],
  ['not-utf-8', 'that is not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ['byte-order-mark', 'with a byte order mark', '\uFEFF{}'],
  ['number-out-range', 'with numbers out of range', '{"a": 1e999, "b": -1e999, "c": 123456789012345678901234567890}'],
  // Python rejects integers of more than 4,300 digits.
  ['integer-5-000-digits', 'with an integer of 5,000 digits', `{"x": ${'9'.repeat(5000)}}`],
  ['same-member-twice', 'with the same property twice', '{"name": "a", "name": 1, "label": "b", "label": null}'],
];

/**
 * A value that a database or a library may not support. The suite replaces every string, or every integer, of a valid
 * body by this value.
 */
type UnsupportedValue = readonly [
  id: string,
  what: string,
  type: 'string' | 'integer',
  value: unknown,
  bytes?: (json: string) => Buffer,
];

/**
 * A number that the suite later replaces in the JSON text by a number that `JSON.stringify` cannot write, such as -0.
 */
const PLACEHOLDER = 424_242_424_242;
const asText = (number: string) => (json: string) => Buffer.from(json.replaceAll(`${PLACEHOLDER}`, number));

/** A text that no compression makes much shorter, since a database may compress a text before it tests its length. */
const IRREGULAR = Array.from({ length: 157 }, (_, index) => hash('sha256', `${index}`))
  .join('')
  .slice(0, 10_000);

const VALUES: readonly UnsupportedValue[] = [
  ['strings-nul', 'strings with a NUL character', 'string', 'a\u0000b'],
  ['strings-half-surrogate-pair', 'strings with half a surrogate pair', 'string', 'a\ud83d'],
  // A body that is not UTF-8: the suite encodes the body in Latin-1, where a character above 127 is one byte.
  ['strings-are-not-utf-8', 'strings that are not UTF-8', 'string', 'a\u00ffb', (json) => Buffer.from(json, 'latin1')],
  ['strings-10-000-characters', 'strings of 10,000 characters', 'string', IRREGULAR],
  ['strings-named-proto', 'strings named __proto__', 'string', '__proto__'],
  ['strings-quotes', 'strings with quotes', 'string', `O'Brien "x" \`y\`; --`],
  ['strings-directives-formatting', 'strings with formatting directives', 'string', '~a~d%s%n{0}{x}'],
  ['strings-are-no-pattern', 'strings that are not a valid regular expression', 'string', '[(*\\'],
  ['integers-beyond-32-bits', 'integers beyond 32 bits', 'integer', 2 ** 31],
  ['integers-beyond-53-bits', 'integers beyond 53 bits', 'integer', 2 ** 60],
  ['integers-beyond-64-bits', 'integers beyond 64 bits', 'integer', 2 ** 65],
  ['integers-infinite', 'integers beyond the range of floating-point numbers', 'integer', PLACEHOLDER, asText('1e400')],
  ['integers-exponent', 'integers with an exponent', 'integer', PLACEHOLDER, asText('1.2e1')],
  ['integers-negative-zero', 'integers that are -0', 'integer', PLACEHOLDER, asText('-0')],
];

const SEGMENTS: readonly (readonly [id: string, what: string, segment: string])[] = [
  ['broken-percent-escape', 'a broken percent-escape', '%E0%A4%A'],
  ['percent-escape-letters', 'a percent-escape without hexadecimal digits', '%zz'],
  ['punctuation', 'punctuation', "a:b;c=d,e@f&g$h!i'j(k)l*m+n"],
  ['nul', 'a NUL character', '%00'],
  ['bytes-are-not-utf-8', 'bytes that are not UTF-8', '%FF%FE'],
  ['dots-lead-upwards', 'dot segments that lead upwards', '..%2F..%2Fetc%2Fpasswd'],
  ['quote-comment', 'a quote and a comment', "'%20OR%20'1'='1'--"],
  ['directives-formatting', 'formatting directives', '~a~d%25s%25n%7B0%7D%7Bx%7D'],
  ['pattern-none', 'an invalid regular expression', '%5B(*%5C'],
  ['4-000-characters', '4,000 characters', 'x'.repeat(4000)],
];

const MEDIA_TYPES = [
  '/',
  ';',
  'application/',
  'application/json; charset',
  'application/json;;=',
  'application/json; charset="',
  'application/json; =utf-8',
  'application/json, text/plain',
  'multipart/form-data',
  'é',
  `application/json; ${'x'.repeat(500)}`,
];

/** Methods that a client or a proxy may send to any path, and that often the framework handles, and not the service. */
const METHODS = ['HEAD', 'OPTIONS'];

/** Headers of a request by which a browser asks whether a page of another origin may send a request (Fetch §3.2). */
const PREFLIGHT = { Origin: 'https://app.example.com', 'Access-Control-Request-Headers': 'content-type,x-api-key' };

const MANY = 300;
const LARGE_BODY = 3 * 2 ** 20;
const PADDING = Buffer.alloc(LARGE_BODY, 'x');

/** Cases for `server-error`: no request may cause a 5xx. The cases evaluate only the status of the responses. */
export function* survives(contract: Contract, operation: Operation): Generator<Case> {
  if (operation.requestBody) {
    for (const [id, what, raw] of BODIES) {
      yield survivalCase(operation, `body-${id}`, `a body ${what}`, async (scope) => {
        await scope.send({ operation, raw }, 'survival');
      });
    }
    for (const row of VALUES) yield* unsupportedValues(contract, operation, row);
    yield* openPlaces(contract, operation);
    yield survivalCase(operation, 'no-media-type', 'a body without a media type', async (scope) => {
      const { session } = scope;
      const { headers, ...wire } = await toWire(session, { operation, body: validBody(session, operation) });
      const { 'Content-Type': _, ...others } = headers;
      await scope.sendWire({ ...wire, headers: others }, operation, 'survival');
    });
    yield survivalCase(operation, 'malformed-media-type', 'malformed media types', async (scope) => {
      const peers = contract.operations.filter((one) => one.requestBody);
      for (const contentType of shareOf(MEDIA_TYPES, operation, peers))
        await scope.send({ operation, body: validBody(scope.session, operation), contentType }, 'survival');
    });
    yield survivalCase(operation, 'unknown-charset', 'a body in an unknown charset', async (scope) => {
      const contentType = 'application/json; charset=x-unknown';
      await scope.send({ operation, body: validBody(scope.session, operation), contentType }, 'survival');
    });
    yield* manyViolations(contract, operation);
    yield largeBody(operation);
  }
  for (const method of METHODS) {
    yield survivalCase(operation, `method-${method}`, `the method ${method}`, async (scope) => {
      const { path, headers } = await toWire(scope.session, { operation });
      await scope.sendWire({ method, path, headers }, undefined, 'survival');
    });
  }
  yield survivalCase(operation, 'preflight', 'a preflight request of a browser', async (scope) => {
    const { path } = await toWire(scope.session, { operation });
    const headers = { ...PREFLIGHT, 'Access-Control-Request-Method': operation.method };
    await scope.sendWire({ method: 'OPTIONS', path, headers }, undefined, 'survival');
  });
  yield survivalCase(operation, 'api-key-beyond-ascii', 'an API key beyond ASCII', async (scope) => {
    await scope.send({ operation, body: validBody(scope.session, operation), apiKey: 'clé-inconnue' }, 'survival');
  });
  if (operation.method !== 'DELETE') {
    yield survivalCase(operation, 'method-DELETE', 'the method DELETE for a nonexistent record', async (scope) => {
      const names = operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
      const params = Object.fromEntries(names.map((name) => [name, randomUUID()]));
      const { path, headers } = await toWire(scope.session, { operation, params });
      await scope.sendWire({ method: 'DELETE', path, headers }, undefined, 'survival');
    });
  }
  for (const [id, what, segment] of shareOf(SEGMENTS, operation, contract.operations)) {
    yield survivalCase(operation, `path-${id}`, `a path with ${what}`, async (scope) => {
      const wire = await toWire(scope.session, { operation, body: validBody(scope.session, operation) });
      const first = operation.parameters.find((parameter) => parameter.in === 'path');
      if (!first) return;
      const at = (contract.basePath + operation.path).split('/').indexOf(`{${first.name}}`);
      const path = wire.path.split('/').with(at, segment).join('/');
      await scope.sendWire({ ...wire, path }, operation, 'survival');
    });
  }
}

/** The headers with the API key. */
function keysOf({ target }: Session, operations: readonly Operation[]): [name: string, value: string][] {
  return operations.flatMap(({ apiKeys }) => apiKeys.map(({ name }): [string, string] => [name, target.apiKey]));
}

/** Request targets that some libraries cannot parse as a URL. */
const ODD_TARGETS = ['//', '//[', '//:80', '/\\', '///%', '/?%', '/%5B%5D{}|^'];

/** The number of abandoned requests to each operation. All operations together exceed a usual pool of connections. */
const ABANDONED = 6;

/** The case with unusual request targets. */
export function survivesOddTargets({ operations }: Contract): Case {
  return {
    id: 'paths/survives/odd-targets',
    title: 'the target responds without a server error to unusual request targets',
    rules: ['server-error'],
    run: async (scope) => {
      const headers = Object.fromEntries(keysOf(scope.session, operations));
      for (const path of ODD_TARGETS) await scope.sendWire({ method: 'GET', path, headers }, undefined, 'survival');
    },
  };
}

/**
 * The case in which the client closes the connections of several requests. A service that keeps resources of such a
 * request, such as a connection to its database, cannot handle later requests. The requests name nonexistent records, so
 * that they have no effect. The case closes the connection after a half of the body, or after the whole body.
 */
export function survivesAbandonedRequests({ operations }: Contract): Case {
  const abandoned = operations.filter(({ requestBody, parameters }) => requestBody && parameters.some(isInPath));
  return {
    id: 'survives/abandoned-requests',
    title: 'the target responds without a server error after clients closed the connections of their requests',
    tags: ['thorough'],
    rules: ['server-error'],
    operations: abandoned.map(({ operationId }) => operationId),
    run: async (scope) => {
      const { session } = scope;
      for (const operation of abandoned) {
        await scope.requireAccepted(operation);
        const ids = operation.parameters.filter(isInPath).map(({ name }) => [name, randomUUID()]);
        const request = { operation, params: Object.fromEntries(ids), body: validBody(session, operation) };
        const wires = await Promise.all(Array.from({ length: ABANDONED }, () => toWire(session, request)));
        await Promise.all(
          wires.map((wire, index) => {
            const length = Buffer.byteLength(wire.body ?? '');
            return session.abandon(wire, operation, index % 2 === 0 ? length : Math.floor(length / 2));
          }),
        );
      }
      for (const operation of abandoned)
        await scope.send({ operation, body: validBody(session, operation) }, 'survival');
    },
  };
}

/** Cases for `server-error` with requests to a path that belongs to no operation. */
export function* survivesPaths({ basePath, operations }: Contract): Generator<Case> {
  for (const method of ['GET', 'POST']) {
    yield {
      id: `paths/survives/${method}`,
      title: `the target responds without a server error to ${method} with an undocumented path`,
      rules: ['server-error'],
      run: async (scope) => {
        const { session } = scope;
        const path = `${basePath}/${session.uniqueName('no-such-path')}`;
        const headers = Object.fromEntries(keysOf(session, operations));
        await scope.sendWire({ method, path, headers }, undefined, 'survival');
      },
    };
  }
}

function* unsupportedValues(
  contract: Contract,
  operation: Operation,
  [id, what, type, value, bytes]: UnsupportedValue,
): Generator<Case> {
  const content = bodyOf(contract, operation);
  const schema = content?.schema?.schema;
  const found = (body: unknown) =>
    schema ? [...places(contract.root, schema, body)].filter((place) => isFree(place, type)) : [];
  if (!content?.examples.some((example) => found(example.value).length > 0)) return;
  yield survivalCase(operation, `value-${id}`, what, async (scope) => {
    const body = validBody(scope.session, operation);
    const hard = found(body).reduce((changed, { path }) => replaced(changed, path, value), body);
    await scope.send(bytes ? { operation, raw: bytes(JSON.stringify(hard)) } : { operation, body: hard }, 'survival');
  });
}

/** A change of some values of a valid body after which a service may either accept or reject the body. */
interface OpenPlaces {
  readonly id: string;
  readonly what: string;
  readonly isOpen: (place: BodyPlace) => boolean;
  readonly change: (place: BodyPlace, scope: Scope) => unknown;
}

const OPEN_PLACES: readonly OpenPlaces[] = [
  {
    // A service may require an array even if the document does not require it.
    id: 'empty-list-holder',
    what: 'an object without its only property, an array',
    isOpen: (place) => place.path.length > 0 && isObject(place.value) && hasOnlyOneList(place),
    change: () => ({}),
  },
  {
    id: 'nonexistent',
    what: 'a body that refers to a nonexistent record',
    isOpen: ({ nodes }) => keyword(nodes, 'x-fixture') !== undefined,
    change: (_, { session }) => session.uniqueName('no-such-thing'),
  },
  {
    // A service may accept or reject an internationalized email address (RFC 6531), or a text before a PEM.
    id: 'format-beyond-ascii',
    what: 'a string with a format and characters beyond ASCII',
    isOpen: ({ nodes, value }) => typeof value === 'string' && keyword(nodes, 'format') !== undefined,
    change: ({ value }) => `ü.${value}`,
  },
  {
    // All characters before the @ are allowed in an email address (RFC 5321 §4.1.2, `Atext`).
    id: 'punctuation',
    what: 'an address with punctuation',
    isOpen: ({ nodes }) => keyword(nodes, 'format') === 'email',
    change: ({ value }) => `!#$%&'*+/=?^_\`{|}~.${value}`,
  },
];

function* openPlaces(contract: Contract, operation: Operation): Generator<Case> {
  const schema = bodyOf(contract, operation)?.schema?.schema;
  if (!schema) return;
  for (const { id, what, isOpen, change } of OPEN_PLACES) {
    const found = (body: unknown) => [...places(contract.root, schema, body)].filter(isOpen);
    if (found(largestExample(contract, operation)?.value).length === 0) continue;
    yield survivalCase(operation, `open-${id}`, what, async (scope) => {
      const body = validBody(scope.session, operation);
      const changed = found(body).reduce((made, place) => replaced(made, place.path, change(place, scope)), body);
      await scope.send({ operation, body: changed }, 'survival');
    });
  }
}

/** The case with a body in which each array has many invalid items. */
function* manyViolations(contract: Contract, operation: Operation): Generator<Case> {
  const schema = bodyOf(contract, operation)?.schema?.schema;
  const arrays = (body: unknown) =>
    [...places(contract.root, schema, body)].filter(({ value }) => Array.isArray(value));
  if (arrays(largestExample(contract, operation)?.value).length === 0) return;
  yield survivalCase(operation, 'many-violations', `${MANY} invalid items in each array`, async (scope) => {
    const valid = validBody(scope.session, operation);
    const outer = arrays(valid).filter(({ path }, _, all) => !all.some((one) => isWithin(path, one.path)));
    const body = outer.reduce((changed, { path }) => replaced(changed, path, Array(MANY).fill(null)), valid);
    await scope.send({ operation, body }, 'survival');
  });
}

/** True if the first path leads to a place inside of the place of the second path. */
function isWithin(path: readonly string[], other: readonly string[]): boolean {
  return path.length > other.length && other.every((token, index) => token === path[index]);
}

/**
 * The case with a large body. A target may close the connection before it has read the whole body, without a response.
 */
function largeBody(operation: Operation): Case {
  return survivalCase(operation, 'large-body', `a body of ${LARGE_BODY / 2 ** 20} MiB`, async (scope) => {
    const { session } = scope;
    const body = JSON.stringify({ ...(validBody(session, operation) as JsonObject), x_padding: '' });
    const raw = Buffer.concat([Buffer.from(body.slice(0, -2)), PADDING, Buffer.from(body.slice(-2))]);
    const wire = await toWire(session, { operation, raw, params: await newRecordParams(session, operation) });
    try {
      const answer = await session.send(wire, operation);
      const message = `the target responds with ${answer.status} to a body of ${LARGE_BODY} bytes; expected a 2xx or 4xx`;
      scope.check('server-error', answer.status < 500, message, 'a 2xx or 4xx', String(answer.status));
      if (answer.status === 413) scope.evaluateCompletely(wire, answer, operation);
    } catch (error) {
      if (!(error instanceof NoAnswerError)) throw error;
      scope.holds('server-error');
    }
  });
}

function survivalCase(operation: Operation, id: string, what: string, run: Run): Case {
  const { operationId } = operation;
  return {
    id: `${operationId}/survives/${id}`,
    title: `${operationId} responds without a server error to ${what}`,
    rules: ['server-error'],
    operation,
    run,
  };
}
