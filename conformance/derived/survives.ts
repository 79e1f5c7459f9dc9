import { randomUUID } from 'node:crypto';
import type { Contract } from '../../src/contract/contract.ts';
import type { Operation } from '../../src/contract/document/operation.ts';
import { isObject, type JsonObject } from '../../src/contract/json.ts';
import { keyword } from '../../src/contract/schema/schema-walk.ts';
import { NoAnswerError } from '../connection/client.ts';
import { type BodyPlace, isFree, places, replaced } from '../engine/bodies/body-places.ts';
import type { Case } from '../engine/case.ts';
import {
  BODIES,
  IRREGULAR,
  MEDIA_TYPES,
  SEGMENTS,
  type UnsupportedValue,
  VALUES,
} from '../engine/catalogue/hard-values.ts';
import { isInPath, newRecordParams, toWire, validBody } from '../engine/request/request.ts';
import { bodyOf, largestExample } from '../engine/request/samples.ts';
import type { Scope } from '../engine/scope.ts';
import type { Session } from '../engine/session.ts';
import { shareOf } from './share.ts';
import { hasOnlyOneList } from './valid-bodies.ts';

type Run = Case['run'];

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
    yield* oneUnsupportedString(contract, operation);
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
  const segments = (contract.basePath + operation.path).split('/');
  for (const [id, what, segment] of operation.parameters.some(isInPath) ? SEGMENTS : []) {
    yield survivalCase(operation, `path-${id}`, `a path with ${what}`, async (scope) => {
      for (const { name } of operation.parameters.filter(isInPath)) {
        const wire = await toWire(scope.session, { operation, body: validBody(scope.session, operation) });
        const path = wire.path
          .split('/')
          .with(segments.indexOf(`{${name}}`), segment)
          .join('/');
        await scope.sendWire({ ...wire, path }, operation, 'survival');
      }
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
  const examples = bodyOf(contract, operation)?.examples;
  const found = freePlaces(contract, operation, type);
  if (!examples?.some((example) => found(example.value).length > 0)) return;
  yield survivalCase(operation, `value-${id}`, what, async (scope) => {
    const body = validBody(scope.session, operation);
    const hard = found(body).reduce((changed, { path }) => replaced(changed, path, value), body);
    await scope.send(bytes ? { operation, raw: bytes(JSON.stringify(hard)) } : { operation, body: hard }, 'survival');
  });
}

/** Returns the function that lists the places of a body whose values the schema restricts by their type only. */
function freePlaces(
  contract: Contract,
  operation: Operation,
  type: UnsupportedValue[2],
): (body: unknown) => BodyPlace[] {
  const schema = bodyOf(contract, operation)?.schema?.schema;
  return (body) => (schema ? [...places(contract.root, schema, body)].filter((place) => isFree(place, type)) : []);
}

/**
 * The case that replaces one string of the body per request. If a request replaces all strings, a service may reject the
 * body for one of them before it stores the others.
 */
function* oneUnsupportedString(contract: Contract, operation: Operation): Generator<Case> {
  const found = freePlaces(contract, operation, 'string');
  if (found(largestExample(contract, operation)?.value).length < 2) return;
  yield survivalCase(operation, 'value-one-string', 'one string that is long or has a NUL character', async (scope) => {
    for (const value of [IRREGULAR, 'a\u0000b']) {
      for (const { path } of found(validBody(scope.session, operation))) {
        const body = replaced(validBody(scope.session, operation), path, value);
        await scope.send({ operation, body }, 'survival');
      }
    }
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
    tags: ['thorough'],
    rules: ['server-error'],
    operation,
    run,
  };
}
