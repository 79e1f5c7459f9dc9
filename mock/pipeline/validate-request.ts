import type { Contract } from '../../src/contract/contract.ts';
import { jsonContent, type Operation } from '../../src/contract/document/operation.ts';
import { deduplicate } from '../../src/contract/explain/deduplicate.ts';
import { pruner } from '../../src/contract/schema/prune.ts';
import { unknownPropertyViolations } from '../../src/contract/schema/unknown-properties.ts';
import type { Violation } from '../../src/contract/schema/violation.ts';
import { Problem, problemRules } from '../core/problem.ts';
import type { Handler, Request, Response } from './http.ts';
import { parameterCheck, unknownParameters } from './parameter-check.ts';
import { MAX_WARNINGS, warn } from './warnings.ts';

/**
 * Returns the sentence that explains why the mock rejects unknown properties and parameters; undefined if the mock
 * ignores unknown properties and parameters.
 */
export type Strictness = (response: Response) => string | undefined;

/**
 * The mock reports all violations of a request body up to this size in bytes. For a larger body, the mock reports only
 * the first violation, since such a body can have thousands of violations.
 */
export const ALL_VIOLATIONS_BYTES = 2 ** 14;
/**
 * Largest number of unknown properties that the mock reports. A malformed body can have thousands of unknown
 * properties.
 */
export const MAX_UNKNOWN_PROPERTIES = 100;
const NONE: readonly Violation[] = [];

/**
 * Validates a request against the document, and reports all violations together. Outside strict mode, the mock removes
 * unknown properties from the body, and adds a warning. In strict mode, the mock rejects a request with unknown
 * properties or parameters.
 */
export function validateRequest(contract: Contract, operation: Operation, strictness: Strictness): Handler {
  const parameters = parameterCheck(contract, operation);
  const schema = jsonContent(operation)?.schema;
  const body = schema && contract.validator(schema, 'body');
  const prune = schema && pruner(contract.root, schema.schema);
  const findUnknown = unknownCheck(contract, operation);
  const [rule] = problemRules(contract, { name: 'unknown-property' });
  return (request, response, next) => {
    const strict = strictness(response);
    const given = request.body !== undefined;
    const inBody = given && body ? body(request.body, (response.locals.bodyBytes ?? 0) <= ALL_VIOLATIONS_BYTES) : NONE;
    const inParameters = parameters(request);
    const violations = inParameters.length === 0 ? inBody : [...inParameters, ...inBody];
    if (violations.length > 0 && strict === undefined) return next(invalidRequest(violations));
    const pruned = given ? prune?.(request.body) : undefined;
    const unknown = findUnknown(request, pruned, strict === undefined ? MAX_WARNINGS + 1 : MAX_UNKNOWN_PROPERTIES);
    if (violations.length > 0) return next(invalidRequest(violations, unknown));
    if (unknown.length > 0 && strict !== undefined) return next(unknownProblem(unknown, strict, rule));
    if (unknown.length > 0) warn(response, unknown.map(ignoredWarning));
    response.locals.body = pruned;
    next();
  };
}

/**
 * Creates the function that finds unknown properties and parameters. `pruned` is the body without unknown properties;
 * if `pruned` is the body of the request itself, the body has no unknown properties, and the function does not search
 * the body.
 */
function unknownCheck(
  { root }: Contract,
  operation: Operation,
): (request: Request, pruned: unknown, most: number) => readonly Violation[] {
  const schema = jsonContent(operation)?.schema;
  const parameters = unknownParameters(operation);
  return (request, pruned, most) => {
    const isUnchanged = !schema || pruned === request.body;
    if (isUnchanged && !request.url.includes('?')) return NONE;
    const properties = isUnchanged ? NONE : unknownPropertyViolations(root, schema.schema, request.body, most);
    return [...parameters(request), ...properties];
  };
}

/**
 * Creates the problem for a request that violates the schema. In strict mode, the problem also lists the unknown
 * properties.
 */
export function invalidRequest(violations: readonly Violation[], unknown: readonly Violation[] = NONE): Problem {
  const shown = deduplicate(violations);
  const places = new Set(unknown.length === 0 ? [] : violations.map(placeOf));
  const all = [...shown, ...unknown.filter((violation) => !places.has(placeOf(violation)))];
  return new Problem('invalidRequest', summary(all), { violations: all });
}

function unknownProblem(violations: readonly Violation[], why: string, rule: string | undefined): Problem {
  return new Problem('invalidRequest', `${summary(violations)} ${why}`, { violations, ...(rule && { rule }) });
}

function placeOf({ in: place, pointer }: Violation): string {
  return `${place} ${pointer}`;
}

/** Returns a sentence about the first violation, and the number of further violations. */
export function summary([first, ...more]: readonly Violation[]): string {
  const rest = more.length > 0 ? ` ${more.length} more violation${more.length === 1 ? '' : 's'}: see \`issues\`.` : '';
  return `${first ? sentenceOf(first) : ''}${rest}`;
}

/**
 * Returns the text for a violation. If the violation has a hint, the text begins with the hint. If the violation is an
 * unknown property with a hint, the hint is the complete text.
 */
function sentenceOf({ keyword, hint, detail, rules }: Violation): string {
  if (hint !== undefined && keyword === 'additionalProperties') return hint;
  return `${hint === undefined ? '' : `${hint} `}${rules[0] ? `${detail.replace(/\.$/, '')} (${rules[0]}).` : detail}`;
}

function ignoredWarning(violation: Violation): string {
  return `Ignored: ${violation.hint ?? violation.detail}`;
}
