import type { Contract } from '../../src/contract/contract.ts';
import { jsonContent, type Operation } from '../../src/contract/document/operation.ts';
import { deduplicate } from '../../src/contract/explain/deduplicate.ts';
import { pruner } from '../../src/contract/schema/prune.ts';
import { unknownPropertyViolations } from '../../src/contract/schema/unknown-properties.ts';
import type { Violation } from '../../src/contract/schema/violation.ts';
import { Problem, problemRules } from '../core/problem.ts';
import type { Handler, Request, Response } from './http.ts';
import { parameterCheck, unknownParameters } from './parameter-check.ts';
import { MOST_WARNINGS, warn } from './warnings.ts';

/** Why a request is rejected for what the document does not name; undefined when that is ignored. */
export type Strictness = (response: Response) => string | undefined;

/** Of a larger body, only the first violation is told: garbage has one for every few bytes. */
export const THOROUGH_BYTES = 2 ** 14;
/** Enough to mend a request by; garbage has thousands. */
export const MOST_REFUSED = 100;
const NONE: readonly Violation[] = [];

/**
 * Holds a request against the document and reports all its violations at once. What the
 * document does not name is taken away with a warning, or rejected with the rest.
 */
export function validateRequest(contract: Contract, operation: Operation, strictness: Strictness): Handler {
  const parameters = parameterCheck(contract, operation);
  const schema = jsonContent(operation)?.schema;
  const body = schema && contract.validator(schema, 'body');
  const prune = schema && pruner(contract.root, schema.schema);
  const surplus = surplusCheck(contract, operation);
  const [rule] = problemRules(contract, { name: 'unknown-property' });
  return (request, response, next) => {
    const strict = strictness(response);
    const given = request.body !== undefined;
    const violations: Violation[] = [
      ...parameters(request),
      ...(given && body ? body(request.body, (response.locals.bodyBytes ?? 0) <= THOROUGH_BYTES) : []),
    ];
    if (violations.length > 0 && strict === undefined) return next(invalidRequest(violations));
    const pruned = given ? prune?.(request.body) : undefined;
    const unknown = surplus(request, pruned, strict === undefined ? MOST_WARNINGS + 1 : MOST_REFUSED);
    if (violations.length > 0) return next(invalidRequest(violations, unknown));
    if (unknown.length > 0 && strict !== undefined) return next(unknownRefused(unknown, strict, rule));
    if (unknown.length > 0) warn(response, unknown.map(ignored));
    response.locals.body = pruned;
    next();
  };
}

/** Finds what the document does not name. That takes time: only a body that lost something is looked at. */
function surplusCheck(
  { root }: Contract,
  operation: Operation,
): (request: Request, pruned: unknown, most: number) => readonly Violation[] {
  const schema = jsonContent(operation)?.schema;
  const parameters = unknownParameters(operation);
  return (request, pruned, most) => {
    const isWhole = !schema || pruned === request.body;
    if (isWhole && !request.url.includes('?')) return NONE;
    const members = isWhole ? NONE : unknownPropertyViolations(root, schema.schema, request.body, most);
    return [...parameters(request), ...members];
  };
}

/** What breaks the schema, and what the document does not name. */
export function invalidRequest(violations: readonly Violation[], unknown: readonly Violation[] = NONE): Problem {
  const places = new Set(violations.map(placeOf));
  const all = [...deduplicate(violations), ...unknown.filter((violation) => !places.has(placeOf(violation)))];
  return new Problem('invalidRequest', summary(all), { violations: all });
}

function unknownRefused(violations: readonly Violation[], why: string, rule: string | undefined): Problem {
  return new Problem('invalidRequest', `${summary(violations)} ${why}`, { violations, ...(rule && { rule }) });
}

function placeOf({ in: place, pointer }: Violation): string {
  return `${place} ${pointer}`;
}

/** The first violation, and how many more there are. */
export function summary([first, ...more]: readonly Violation[]): string {
  const rest = more.length > 0 ? ` And ${more.length} more: see issues.` : '';
  return `${first ? told(first) : ''}${rest}`;
}

/** What was meant comes first; of a member that is not known here, there is no more to say. */
function told({ keyword, hint, detail, rules }: Violation): string {
  if (hint !== undefined && keyword === 'additionalProperties') return hint;
  return `${hint === undefined ? '' : `${hint} `}${detail}${rules[0] ? ` (${rules[0]})` : ''}`;
}

function ignored(violation: Violation): string {
  return `Ignored: ${violation.hint ?? violation.detail}`;
}
