import type { Contract } from '../../src/contract/contract.ts';
import { hintForSpelling } from '../../src/contract/explain/hint.ts';
import { brief, isObject } from '../../src/contract/json.ts';
import { append, tokens } from '../../src/contract/json-pointer.ts';
import { type Violation, violation } from '../../src/contract/schema/violation.ts';
import type { MatcherInput } from './matcher-input.ts';
import { OPERATORS } from './operators.ts';
import type { Redaction } from './redaction.ts';

/** Deeper than anybody means; who walks it runs out of stack. */
const MAX_DEPTH = 100;

/** What no schema says of a matcher; the schema holds already. Such a matcher would never match. */
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
    return [another('/operationId', `one of ${known.join(', ')}`, operationId, hintForSpelling(operationId, known))];
  const names = operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
  return Object.keys(params)
    .filter((name) => !names.includes(name))
    .map((name) =>
      another(
        append('/params', name),
        `one of ${names.join(', ') || '(it has none)'}`,
        name,
        hintForSpelling(name, names),
      ),
    );
}

function unknownOperators(expected: unknown, pointer: string, depth = 0): Violation[] {
  if (typeof expected !== 'object' || expected === null) return [];
  if (depth > MAX_DEPTH) return [another(pointer, `at most ${MAX_DEPTH} levels`, 'more')];
  const members = Object.entries(expected);
  const operators = Array.isArray(expected) ? [] : members.filter(([name]) => name.startsWith('$'));
  if (operators.length === 0) {
    return members.flatMap(([name, member]) => unknownOperators(member, append(pointer, name), depth + 1));
  }
  if (operators.length < members.length) {
    return [another(pointer, 'either operators or members', 'both')];
  }
  return operators.flatMap(([name, argument]) => {
    const operator = Object.hasOwn(OPERATORS, name) ? OPERATORS[name] : undefined;
    const at = append(pointer, name);
    if (!operator) {
      const known = Object.keys(OPERATORS);
      return [another(at, `one of ${known.join(', ')}`, name, hintForSpelling(name, known))];
    }
    return operator.accepts(argument) ? [] : [another(at, operator.takes, argument)];
  });
}

function hiddenHeaders(headers: MatcherHeaders, at: string, redaction: Redaction): Violation[] {
  return Object.entries(headers ?? {})
    .filter(([name]) => redaction.headers.has(name.toLowerCase()))
    .filter(([, expected]) => !isObject(expected) || Object.keys(expected).join() !== '$exists')
    .map(([name, expected]) => another(append(at, name), '$exists: its value is redacted', expected));
}

type MatcherHeaders = NonNullable<MatcherInput['request']>['headers'];

function another(pointer: string, expected: string, actual: unknown, hint?: string): Violation {
  const detail = `${tokens(pointer).join('.')}: expected ${expected}, got ${brief(actual)}.`;
  return { ...violation('body', pointer, expected, brief(actual), detail), ...(hint !== undefined && { hint }) };
}
