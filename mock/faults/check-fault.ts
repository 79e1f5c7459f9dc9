import type { Contract } from '../../src/contract/contract.ts';
import { declaredFor, type Operation } from '../../src/contract/document/operation.ts';
import { hintForSpelling } from '../../src/contract/explain/hint.ts';
import { brief } from '../../src/contract/json.ts';
import { append, tokens } from '../../src/contract/json-pointer.ts';
import { type Violation, violation } from '../../src/contract/schema/violation.ts';
import type { Fault } from '../core/fault.ts';

const EFFECTS = ['error', 'reset', 'truncate', 'garble', 'drip', 'rateLimit'] as const;

/** Checks the constraints of a fault that its schema cannot express. `at` is the JSON Pointer of the fault. */
export function faultViolations(fault: Fault, contract: Contract, at = ''): Violation[] {
  return [
    ...unknownOperations(fault, contract, at),
    ...effects(fault, at),
    ...range(fault, at),
    ...undeclaredError(fault, contract, at),
  ];
}

function unknownOperations({ operations = [] }: Fault, contract: Contract, at: string): Violation[] {
  const known = contract.operations.map(({ operationId }) => operationId);
  return operations.flatMap((operationId, index) => {
    if (known.includes(operationId)) return [];
    const hint = hintForSpelling(operationId, known);
    const found = faultViolation(append(at, 'operations', index), `one of ${known.join(', ')}`, brief(operationId));
    return [{ ...found, ...(hint !== undefined && { hint }) }];
  });
}

function effects(fault: Fault, at: string): Violation[] {
  const effects = EFFECTS.filter((effect) => fault[effect] !== undefined);
  if (effects.length > 1)
    return [faultViolation(at, `at most one of the effects ${EFFECTS.join(', ')}`, effects.join(' and '), 'has')];
  if (effects.length === 1 || fault.latency) return [];
  return [faultViolation(at, `latency or one of the effects ${EFFECTS.join(', ')}`, 'no effect', 'has')];
}

function range({ latency }: Fault, at: string): Violation[] {
  if (!latency || !('minMs' in latency) || latency.minMs <= latency.maxMs) return [];
  return [
    faultViolation(append(at, 'latency', 'maxMs'), `a number of at least minMs (${latency.minMs})`, `${latency.maxMs}`),
  ];
}

/** Checks that the document declares the status and the example of an error, since the mock sends no other errors. */
function undeclaredError({ error, operations }: Fault, contract: Contract, at: string): Violation[] {
  if (!error) return [];
  const selected = contract.operations.filter(({ operationId }) => operations?.includes(operationId) ?? true);
  return selected.flatMap((operation) => {
    const response = declaredFor(operation, error.status);
    if (!response) {
      const expected = `an error that ${operation.operationId} declares (${errorsOf(operation) || 'none'})`;
      return [faultViolation(append(at, 'error', 'status'), expected, `${error.status}`)];
    }
    const names = response.content[0]?.examples.map(({ name }) => name) ?? [];
    if (error.example === undefined || names.includes(error.example)) return [];
    const expected = `an example that ${operation.operationId} declares for ${error.status} (${names.join(', ') || 'none'})`;
    return [faultViolation(append(at, 'error', 'example'), expected, brief(error.example))];
  });
}

function errorsOf({ responses }: Operation): string {
  return responses
    .filter(({ status }) => /^[45]|^default$/.test(status))
    .map(({ status }) => status)
    .join(', ');
}

function faultViolation(pointer: string, expected: string, actual: string, verb = 'is'): Violation {
  const subject = pointer === '' ? 'The fault' : tokens(pointer).join('.');
  return violation('body', pointer, expected, actual, `${subject} ${verb} ${actual}; expected ${expected}.`);
}
