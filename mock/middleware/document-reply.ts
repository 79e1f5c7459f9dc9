import type { RequestHandler } from 'express';
import type { Contract } from '../../src/contract/contract.ts';
import { createFaker, generate } from '../../src/contract/generate.ts';
import { type Operation, successOf } from '../../src/contract/operation.ts';
import { Problem } from '../problems.ts';
import type { SendReply } from './send-reply.ts';

/** Answers an operation without a handler: with an example of the document, else with a made-up value. */
export function documentReply(
  contract: Contract,
  operation: Operation,
  seed: number | undefined,
  send: SendReply,
): RequestHandler {
  const success = successOf(operation);
  if (!success) {
    const problem = new Problem('notImplemented', `The document gives ${operation.operationId} no success response.`);
    return (_request, _response, next) => next(problem);
  }
  const content = success.response.content[0];
  const example = content?.examples[0];
  if (!content?.schema || example) {
    return (_request, response) => send(response, example ? { body: example.value } : {});
  }
  const { schema } = content.schema;
  const faker = createFaker(seed);
  return async (_request, response) => send(response, { body: generate(contract.root, schema, await faker) });
}
