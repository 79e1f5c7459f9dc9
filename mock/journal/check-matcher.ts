import type { Contract } from '../../src/contract/contract.ts';
import { hintForSpelling } from '../../src/contract/explain/hint.ts';
import { brief, isObject } from '../../src/contract/json.ts';
import { append, tokens } from '../../src/contract/json-pointer.ts';
import { type Violation, violation } from '../../src/contract/schema/violation.ts';
import type { MatcherInput } from './matcher-input.ts';
import { OPERATORS } from './operators.ts';
import type { Redaction } from './redaction.ts';

/** Largest depth of a matcher, in levels. A matcher with more levels could overflow the stack. */
const MAX_DEPTH = 100;

/**
 * Checks the constraints of a matcher that its schema cannot express. A matcher that violates one of the checked
 * constraints would never match an exchange.
 */
export function matcherViolations(input: MatcherInput, contract: Contract, redaction: Redaction): Violation[] {
  return [
    ...unknownNames(input, contract),
    ...unknownOperators(input.request?.body, '/request/body'),
    ...unknownOperators(input.response?.body, '/response/body'),
    ...hiddenHeaders(input.request?.headers, '/request/headers', redaction),
    ...hiddenHeaders(input.response?.headers, '/response/headers', redaction),
  ];
}

function unknownNames({ operationId, params = {} }: MatcherInput, contract: Contract): Violation[] {
  if (operationId === undefined) return [];
  const known = contract.operations.map((operation) => operation.operationId);
  const operation = contract.operation(operationId);
  if (!operation)
    return [
      matcherViolation('/operationId', `one of ${known.join(', ')}`, operationId, hintForSpelling(operationId, known)),
    ];
  const names = operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
  return Object.keys(params)
    .filter((name) => !names.includes(name))
    .map((name) =>
      matcherViolation(
        append('/params', name),
        `one of ${names.join(', ') || '(none)'}`,
        name,
        hintForSpelling(name, names),
      ),
    );
}

function unknownOperators(expected: unknown, pointer: string, depth = 0): Violation[] {
  if (typeof expected !== 'object' || expected === null) return [];
  if (depth > MAX_DEPTH) return [matcherViolation(pointer, `at most ${MAX_DEPTH} levels`, 'more')];
  const entries = Object.entries(expected);
  const operators = Array.isArray(expected) ? [] : entries.filter(([name]) => name.startsWith('$'));
  if (operators.length === 0) {
    return entries.flatMap(([name, value]) => unknownOperators(value, append(pointer, name), depth + 1));
  }
  if (operators.length < entries.length) {
    return [matcherViolation(pointer, 'only operators or only properties', 'a mixture')];
  }
  return operators.flatMap(([name, argument]) => {
    const operator = Object.hasOwn(OPERATORS, name) ? OPERATORS[name] : undefined;
    const at = append(pointer, name);
    if (!operator) {
      const known = Object.keys(OPERATORS);
      return [matcherViolation(at, `one of ${known.join(', ')}`, name, hintForSpelling(name, known))];
    }
    return operator.accepts(argument) ? [] : [matcherViolation(at, operator.expectedArgument, argument)];
  });
}

function hiddenHeaders(headers: MatcherHeaders, at: string, redaction: Redaction): Violation[] {
  return Object.entries(headers ?? {})
    .filter(([name]) => redaction.headers.has(name.toLowerCase()))
    .filter(([, expected]) => !isObject(expected) || Object.keys(expected).join() !== '$exists')
    .map(([name, expected]) =>
      matcherViolation(append(at, name), 'only $exists, since the value is redacted', expected),
    );
}

type MatcherHeaders = NonNullable<MatcherInput['request']>['headers'];

function matcherViolation(pointer: string, expected: string, actual: unknown, hint?: string): Violation {
  const detail = `${tokens(pointer).join('.')} is ${brief(actual)}; expected ${expected}.`;
  return { ...violation('body', pointer, expected, brief(actual), detail), ...(hint !== undefined && { hint }) };
}
