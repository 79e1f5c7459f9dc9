import type { Contract } from '../../src/contract/contract.ts';
import { programData, readDataFile } from '../../src/contract/data-file.ts';
import { append } from '../../src/contract/json-pointer.ts';
import type { Fault, SandboxFault } from '../core/fault.ts';
import { nextId, sandboxFault } from '../core/sandbox-fault.ts';
import { faultViolations } from './check-fault.ts';

/**
 * The faults that a mock starts with: given, or read from a file, YAML or JSON (`FaultList` of the control API).
 *
 * @throws DataError that lists every mistake, with its line in the file
 */
export function loadFaults(given: string | readonly Fault[], contract: Contract, control: Contract): SandboxFault[] {
  const data = typeof given === 'string' ? readDataFile(given) : programData('createMock', { faults: given });
  data.requireNone(control.schema('FaultList')(data.value));
  const { faults } = data.value as { faults: readonly Fault[] };
  data.requireNone(faults.flatMap((fault, index) => faultViolations(fault, contract, append('/faults', index))));
  data.requireNone(faults.flatMap((fault, index) => repeatedId(faults, fault, index)));
  const named: SandboxFault[] = [];
  for (const fault of faults) named.push(sandboxFault(fault, fault.id ?? nextId([...faults, ...named])));
  return named;
}

function repeatedId(faults: readonly Fault[], { id }: Fault, index: number) {
  if (id === undefined || faults.findIndex((other) => other.id === id) === index) return [];
  const [expected, actual] = ['an id of its own', JSON.stringify(id)];
  const pointer = append('/faults', index, 'id');
  return [{ pointer, expected, actual, detail: `faults.${index}.id: expected ${expected}, got ${actual} again.` }];
}
