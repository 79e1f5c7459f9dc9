import { createHash } from 'node:crypto';
import type { Faker } from '@faker-js/faker';
import type { Contract } from '../../../src/contract/contract.ts';
import type { Operation, Parameter, SchemaLocation } from '../../../src/contract/document/operation.ts';
import { isObject, type JsonObject } from '../../../src/contract/json.ts';
import { createFaker, generate } from '../../../src/contract/sample/generate.ts';
import type { Reply } from '../../core/operation-handler.ts';
import { isProblem, type Problem } from '../../core/problem.ts';
import { PROBLEM_MEDIA_TYPE, problemOfStatus } from '../../core/problem-of-status.ts';
import type { Request } from '../http.ts';
import { requestOrigin } from '../origin.ts';
import { type Choice, chooseResponse, type WantedResponse } from './choose-response.ts';
import { relocation } from './relocate.ts';

interface WantedReply extends WantedResponse {
  /** True if the body is generated from its schema, even if there are examples. */
  readonly dynamic?: boolean | undefined;
}

/**
 * Creates a reply of an operation from its document, or a problem. With a seed, generated values depend on the seed
 * and the path. URLs in examples point to the mock.
 */
export type DocumentReplies = (wanted: WantedReply, request: Request) => Promise<Reply | Problem>;

type MakeUp = (schema: SchemaLocation, path: string, dynamic?: boolean) => Promise<unknown>;

/** Creates replies without state: from the examples of the document, or generated from its schemas. */
export function documentReplies(contract: Contract, operation: Operation, seed: number | undefined): DocumentReplies {
  const makeUp = maker(contract, seed);
  const relocateTo = relocation(contract.root, contract.basePath);
  return async (wanted, request) => {
    const { path, baseUrl } = request;
    const choice = chooseResponse(operation, wanted);
    if (isProblem(choice)) return choice;
    const { status, response } = choice;
    const made = wanted.dynamic === true && wanted.example === undefined;
    return relocateTo(requestOrigin(request) + baseUrl)({
      status,
      body: await bodyOf(choice, (schema) => makeUp(schema, path, made), made),
      headers: await headersOf(response.headers, status, (schema) => makeUp(schema, path)),
    });
  };
}

async function bodyOf(
  { status, response, example }: Choice,
  makeUp: (schema: SchemaLocation) => Promise<unknown>,
  made: boolean,
): Promise<unknown> {
  const content = response.content[0];
  const body = content?.schema && (made || !example) ? await makeUp(content.schema) : example?.value;
  return content?.mediaType === PROBLEM_MEDIA_TYPE && isObject(body)
    ? aProblem(body, example?.value, status, made)
    : body;
}

/** The properties of a problem that depend on its status. */
const KIND = ['type', 'href', 'title', 'status'];

/** Creates the problem document for a status, even if the document has no example of this status. */
function aProblem(body: JsonObject, example: unknown, status: number, made: boolean): JsonObject {
  const told = isObject(example) ? example : body;
  const fits = told.status === undefined || told.status === status;
  const kind = fits ? told : problemOfStatus(told, status);
  if (made) return { ...body, ...Object.fromEntries(Object.entries(kind).filter(([name]) => KIND.includes(name))) };
  return fits ? told : { ...kind, detail: `The document declares ${status}, but has no example of it.` };
}

async function headersOf(
  headers: readonly Parameter[],
  status: number,
  makeUp: (schema: SchemaLocation) => Promise<unknown>,
): Promise<Record<string, string>> {
  const filled: Record<string, string> = {};
  for (const { name, examples, schema } of headers) {
    if (!belongs(name.toLowerCase(), status)) continue;
    const value = examples[0]?.value ?? (schema && (await makeUp(schema)));
    if (value !== undefined) filled[name] = String(value);
  }
  return filled;
}

/**
 * True if the header is set for the status. `Retry-After` applies to some statuses only (RFC 9110 §10.2.3, RFC 6585
 * §4).
 */
function belongs(header: string, status: number): boolean {
  if (header === 'retry-after') return status === 429 || status === 503 || (status >= 300 && status < 400);
  return header !== 'content-type';
}

function maker(contract: Contract, seed: number | undefined): MakeUp {
  let faker: Promise<Faker> | undefined;
  return async ({ schema }, path, dynamic = false) => {
    faker ??= createFaker(undefined);
    const own = await faker;
    own.seed(seed === undefined ? undefined : numberFrom(`${seed} ${path}`));
    return generate(contract.root, schema, own, { dynamic });
  };
}

function numberFrom(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE();
}
