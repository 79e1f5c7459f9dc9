import type { Contract } from '../../../src/contract/contract.ts';
import {
  creationOf,
  deletionOf,
  type ExchangeParts,
  evaluate,
  propertyNames,
} from '../../../src/contract/document/effects.ts';
import type { Operation } from '../../../src/contract/document/operation.ts';
import { isObject } from '../../../src/contract/json.ts';
import type { CreatedData, Trace } from '../../../src/run-result/trace.ts';
import type { Answer, WireRequest } from '../../../src/run-result/wire.ts';
import { isSuccess } from '../../connection/answer.ts';
import { jsonOfRequest, pathParametersOf } from '../request/read-request.ts';

/**
 * Returns the record that a request created or deleted, as the document declares it (`x-creates`, `x-deletes`);
 * undefined if there is none.
 */
export type Tracer = (
  request: WireRequest,
  answer: Answer | undefined,
  operation: Operation | undefined,
) => Trace | undefined;

/** Creates a function that returns the record that a request to an operation of the document created or deleted. */
export function tracer({ basePath, root }: Pick<Contract, 'basePath' | 'root'>): Tracer {
  const resources = isObject(root['x-resources']) ? root['x-resources'] : {};
  return (request, answer, operation) => {
    if (!operation || request.method !== operation.method || (answer && !isSuccess(answer))) return undefined;
    const [creation, deletion] = [creationOf(operation), deletionOf(operation)];
    if (!creation && !deletion) return undefined;
    const { path: place } = request;
    const path = place.split('?', 1)[0] ?? '';
    const parts = partsOf(basePath, operation, request, answer);
    if (deletion) {
      const id = textOf(evaluate(deletion.id, parts));
      if (!answer || id === undefined) return undefined;
      return { key: `deleted ${deletion.kind} ${id}`, place, deleted: { kind: deletion.kind, id } };
    }
    if (!creation) return undefined;
    const { kind, identifiedBy } = creation;
    const name = textOf(evaluate(creation.name, parts));
    const id = textOf(evaluate(creation.id, parts)) || undefined;
    // If no response arrived, only a valid request can have created a record.
    if (!answer && name === undefined) return undefined;
    const { operationId } = operation;
    const identity = id === undefined ? [operationId, name, ...(identifiedBy === 'name' ? [] : [place])] : [kind, id];
    return {
      key: JSON.stringify(identity),
      place,
      created: {
        kind,
        ...nounOf(resources[kind]),
        ...(id !== undefined && { id }),
        ...(name !== undefined && { name }),
        operation: operationId,
        paths: [path],
        ...(creation.parts && {
          objectNames: propertyNames(evaluate(creation.parts, parts)).map((part) => part.toWellFormed()),
        }),
        ...(!answer && { certainty: 'unknown' as const }),
      },
    };
  };
}

/** The noun that the OpenAPI document gives to a kind of resource in `x-resources`. */
function nounOf(resource: unknown): Pick<CreatedData, 'noun'> {
  return isObject(resource) && typeof resource.noun === 'string' ? { noun: resource.noun } : {};
}

/** The parts of a request and its response to which expressions in the document (such as `x-creates`) can refer. */
export function partsOf(
  basePath: string,
  operation: Operation,
  request: WireRequest,
  answer: Answer | undefined,
): ExchangeParts {
  return {
    path: pathParametersOf(basePath, operation, request) ?? {},
    requestBody: jsonOfRequest(request),
    responseBody: answer?.json,
    responseHeaders: answer?.headers ?? {},
  };
}

/** Maximum length of an identifier or name in a report, in characters. */
const LONGEST = 1000;

/**
 * The first 1,000 characters of a string. The function replaces lone surrogates, since many JSON parsers reject them.
 */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value.slice(0, LONGEST).toWellFormed() : undefined;
}
