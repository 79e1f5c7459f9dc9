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
import { type Choice, chooseResponse, type SelectedResponse } from './choose-response.ts';
import { relocation } from './relocate.ts';

interface SelectedReply extends SelectedResponse {
  /** True if the mock generates the response body from its schema, even if the document has examples. */
  readonly dynamic?: boolean | undefined;
}

/**
 * Creates a response from the document, or a problem if the document does not declare the selected response. If the
 * mock has a seed, generated values depend only on the seed and the path. The URLs in the response lead to the mock.
 */
export type DocumentReplies = (selected: SelectedReply, request: Request) => Promise<Reply | Problem>;

type GenerateValue = (schema: SchemaLocation, path: string, dynamic?: boolean) => Promise<unknown>;

/**
 * Creates the function that responds without reading or changing the state: with an example from the document, or with
 * a value that the function generates from a schema.
 */
export function documentReplies(contract: Contract, operation: Operation, seed: number | undefined): DocumentReplies {
  const generateValue = valueGenerator(contract, seed);
  const relocateTo = relocation(contract.root, contract.basePath);
  return async (selected, request) => {
    const { path, baseUrl } = request;
    const choice = chooseResponse(operation, selected);
    if (isProblem(choice)) return choice;
    const { status, response } = choice;
    const generated = selected.dynamic === true && selected.example === undefined;
    return relocateTo(requestOrigin(request) + baseUrl)({
      status,
      body: await bodyOf(choice, (schema) => generateValue(schema, path, generated), generated),
      headers: await headersOf(response.headers, status, (schema) => generateValue(schema, path)),
    });
  };
}

async function bodyOf(
  { status, response, example }: Choice,
  generateValue: (schema: SchemaLocation) => Promise<unknown>,
  generated: boolean,
): Promise<unknown> {
  const content = response.content[0];
  const body = content?.schema && (generated || !example) ? await generateValue(content.schema) : example?.value;
  return content?.mediaType === PROBLEM_MEDIA_TYPE && isObject(body)
    ? problemBody(body, example?.value, status, generated)
    : body;
}

/** The properties of a problem document that depend on its status. */
const STATUS_PROPERTIES = ['type', 'href', 'title', 'status'];

/**
 * Creates the problem document for a status from an example, or from a generated body. If the example has another
 * status, the function replaces the properties of the example that depend on the status.
 */
function problemBody(body: JsonObject, example: unknown, status: number, generated: boolean): JsonObject {
  const declared = isObject(example) ? example : body;
  const fits = declared.status === undefined || declared.status === status;
  const changed = fits ? declared : problemOfStatus(declared, status);
  if (generated)
    return {
      ...body,
      ...Object.fromEntries(Object.entries(changed).filter(([name]) => STATUS_PROPERTIES.includes(name))),
    };
  return fits ? declared : { ...changed, detail: `The document has no example with the status ${status}.` };
}

async function headersOf(
  headers: readonly Parameter[],
  status: number,
  generateValue: (schema: SchemaLocation) => Promise<unknown>,
): Promise<Record<string, string>> {
  const filled: Record<string, string> = {};
  for (const { name, examples, schema } of headers) {
    if (!belongs(name.toLowerCase(), status)) continue;
    const value = examples[0]?.value ?? (schema && (await generateValue(schema)));
    if (value !== undefined) filled[name] = String(value);
  }
  return filled;
}

/**
 * Returns true if the mock sends a declared header with a status. `Retry-After` belongs only to some statuses (RFC 9110
 * §10.2.3, RFC 6585 §4), and the body determines `Content-Type`.
 */
function belongs(header: string, status: number): boolean {
  if (header === 'retry-after') return status === 429 || status === 503 || (status >= 300 && status < 400);
  return header !== 'content-type';
}

function valueGenerator(contract: Contract, seed: number | undefined): GenerateValue {
  let faker: Promise<Faker> | undefined;
  return async ({ schema }, path, dynamic = false) => {
    faker ??= createFaker(undefined).catch((error) => {
      // If the creation of Faker has failed, the next request creates Faker again, since the creation can fail for a
      // temporary reason, such as too many open files.
      faker = undefined;
      throw error;
    });
    const own = await faker;
    own.seed(seed === undefined ? undefined : numberFrom(`${seed} ${path}`));
    return generate(contract.root, schema, own, { dynamic });
  };
}

function numberFrom(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE();
}
