import type { RequestHandler } from 'express';
import type { Contract } from '../../src/contract/contract.ts';
import type { Operation } from '../../src/contract/operation.ts';
import { pruner } from '../../src/contract/prune.ts';
import type { Violation } from '../../src/contract/violation.ts';
import { Problem } from '../problems.ts';
import { parameterCheck } from './parameter-check.ts';

/** Of a larger body, only the first violation is told: garbage has one for every few bytes. */
const THOROUGH_BYTES = 2 ** 14;

/** Holds a request against the document and reports all its violations at once (D05, D25). */
export function validateRequest(contract: Contract, operation: Operation): RequestHandler {
  const parameters = parameterCheck(contract, operation);
  const schema = operation.requestBody?.content[0]?.schema;
  const body = schema && contract.validator(schema, 'body');
  const prune = schema && pruner(contract.root, schema.schema);
  return (request, response, next) => {
    const given = request.body !== undefined;
    const violations: Violation[] = [
      ...parameters(request),
      ...(given && body ? body(request.body, response.locals.bodyBytes <= THOROUGH_BYTES) : []),
    ];
    if (violations.length > 0) {
      return next(new Problem('invalidRequest', summary(violations), { violations }));
    }
    response.locals.body = given ? prune?.(request.body) : undefined;
    next();
  };
}

/** The first violation, and how many more there are. */
export function summary([first, ...more]: readonly Violation[]): string {
  const rule = first?.rules[0] ? ` (${first.rules[0]})` : '';
  const rest = more.length > 0 ? ` And ${more.length} more: see issues.` : '';
  return `${first?.detail ?? ''}${rule}${rest}`;
}
