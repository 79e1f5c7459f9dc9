import type { Contract } from '../../../src/contract/contract.ts';
import type { Sighting } from '../../../src/contract/document/coverage-points.ts';
import {
  answerTypeId,
  bodyPoints,
  bodyRequiredId,
  parameterId,
  requestTypeId,
  type Side,
  statusId,
} from '../../../src/contract/document/coverage-points.ts';
import { jsonContent, type Operation, responseFor } from '../../../src/contract/document/operation.ts';
import { type PathParameters, pathReader } from '../../../src/contract/document/path-template.ts';
import { essence } from '../../../src/contract/media-type.ts';
import type { Answer, WireRequest } from '../../../src/run-result/wire.ts';
import { isSuccess, mediaTypeOf } from '../../connection/answer.ts';
import { headerValues, jsonOfRequest } from '../request/read-request.ts';
import { BodyCoverage } from './body-coverage.ts';

/**
 * Maximum size in bytes of a body that counts for coverage. No constraint needs a body above the maximum size, and
 * parsing large bodies is slow.
 */
const MAX_BODY_BYTES = 100_000;

/** Statuses with which a server rejects a body because of its content. */
const REFUSALS_OF_BODIES = new Set([400, 422]);

/** The distinct sets of path parameters in the requests to an operation; the key is the set as JSON text. */
type Combinations = Map<string, PathParameters>;

interface OperationCoverage {
  readonly operation: Operation;
  readonly read: (path: string) => PathParameters | undefined;
  readonly body: BodyCoverage | undefined;
  readonly found: Combinations;
  readonly notFound: Combinations;
}

/**
 * Records which parts of the OpenAPI document a run covers with accepted requests, and which parts with rejected
 * requests.
 */
export class CoverageRecorder {
  readonly #apiKey: string;
  readonly #operations: readonly OperationCoverage[];
  readonly #seen = new Set<Sighting>();
  readonly #unreported: Sighting[] = [];

  constructor(contract: Contract, apiKey: string) {
    this.#apiKey = apiKey;
    this.#operations = contract.operations.map((operation) => {
      const schema = jsonContent(operation)?.schema;
      const places = bodyPoints(contract, operation);
      return {
        operation,
        read: pathReader(contract.basePath + operation.path),
        body: schema && places && new BodyCoverage(contract, schema, places),
        found: new Map(),
        notFound: new Map(),
      };
    });
  }

  /**
   * Records an exchange. If no operation is given, the exchange counts for all operations whose path matches the
   * request.
   */
  record(request: WireRequest, answer: Answer, addressed: Operation | undefined): void {
    for (const watched of this.#operations) {
      const { operation } = watched;
      if (addressed ? operation !== addressed : !watched.read(pathOf(request))) continue;
      this.#answered(operation, answer);
      if (request.method !== operation.method) continue;
      if (isSuccess(answer)) this.#accepted(watched, request);
      else if (answer.status >= 400) this.#rejected(watched, request, answer.status);
    }
  }

  /** Returns the coverage that is new since the previous call. */
  take(): Sighting[] {
    return this.#unreported.splice(0);
  }

  #see(side: Side, id: string): void {
    const sighting: Sighting = `${side} ${id}`;
    if (this.#seen.has(sighting)) return;
    this.#seen.add(sighting);
    this.#unreported.push(sighting);
  }

  #answered(operation: Operation, answer: Answer): void {
    const response = responseFor(operation, answer.status);
    if (!response) return;
    const side = answer.status < 400 ? 'accepted' : 'refused';
    this.#see(side, statusId(operation, response.status));
    const mediaType = mediaTypeOf(answer);
    if (response.content.some((content) => content.mediaType === mediaType)) {
      this.#see(side, answerTypeId(operation, response.status, mediaType));
    }
  }

  #accepted(watched: OperationCoverage, request: WireRequest): void {
    const { operation, body, found, notFound } = watched;
    this.#see('accepted', operation.operationId);
    for (const { name } of operation.apiKeys) this.#see('accepted', parameterId(operation, name));
    for (const parameter of operation.parameters) {
      if (hasParameter(request, parameter.in, parameter.name)) {
        this.#see('accepted', parameterId(operation, parameter.name));
      }
    }
    this.#compare(watched, request, found, notFound);
    const content = jsonContent(operation);
    if (!content || !hasBody(request)) return;
    this.#see('accepted', bodyRequiredId(operation));
    if (typeOf(request) === content.mediaType) this.#see('accepted', requestTypeId(operation, content.mediaType));
    const value = jsonOf(request);
    if (value !== undefined) for (const id of body?.accepted(value) ?? []) this.#see('accepted', id);
  }

  #rejected(watched: OperationCoverage, request: WireRequest, status: number): void {
    const { operation, body, found, notFound } = watched;
    this.#see('refused', operation.operationId);
    if (status === 401) {
      const strange = operation.apiKeys.filter(({ name }) => request.headers[name] !== this.#apiKey);
      for (const { name } of strange) this.#see('refused', parameterId(operation, name));
    }
    if (status === 404) this.#compare(watched, request, notFound, found);
    if (status === 400) {
      const absent = operation.parameters.filter((one) => !hasParameter(request, one.in, one.name));
      for (const { name } of absent) this.#see('refused', parameterId(operation, name));
    }
    const content = jsonContent(operation);
    if (!content) return;
    const isOther = typeOf(request) !== content.mediaType;
    if (status === 415 && isOther) this.#see('refused', requestTypeId(operation, content.mediaType));
    if (!REFUSALS_OF_BODIES.has(status)) return;
    if (!hasBody(request)) this.#see('refused', bodyRequiredId(operation));
    const value = isOther ? undefined : jsonOf(request);
    const broken = value === undefined ? undefined : body?.rejected(value);
    if (broken !== undefined) this.#see('refused', broken);
  }

  /**
   * Records a path parameter as covered by rejected requests if a request with a 404 differs from an accepted request
   * only in this parameter.
   */
  #compare(
    { operation, read }: OperationCoverage,
    request: WireRequest,
    own: Combinations,
    opposite: Combinations,
  ): void {
    const parameters = read(pathOf(request));
    const key = JSON.stringify(parameters);
    if (!parameters || own.has(key)) return;
    own.set(key, parameters);
    for (const other of opposite.values()) {
      const [only, ...more] = Object.keys(parameters).filter((name) => parameters[name] !== other[name]);
      if (only !== undefined && more.length === 0) this.#see('refused', parameterId(operation, only));
    }
  }
}

function pathOf({ path }: WireRequest): string {
  return path.split('?', 1)[0] ?? '';
}

function hasBody({ body }: WireRequest): boolean {
  return body !== undefined && body.length > 0;
}

function hasParameter(request: WireRequest, place: string, name: string): boolean {
  if (place === 'path') return true;
  if (place === 'query') return new URLSearchParams(request.path.split('?')[1] ?? '').has(name);
  return headerValues(request, name).length > 0;
}

function typeOf({ headers }: WireRequest): string {
  return essence(headers['Content-Type']);
}

function jsonOf(request: WireRequest): unknown {
  return (request.body?.length ?? 0) > MAX_BODY_BYTES ? undefined : jsonOfRequest(request);
}
