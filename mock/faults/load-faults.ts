import type { Contract } from '../../src/contract/contract.ts';
import { programData, readDataFile } from '../../src/contract/data-file.ts';
import { append } from '../../src/contract/json-pointer.ts';
import type { Fault, SandboxFault } from '../core/fault.ts';
import { faultViolations } from './check-fault.ts';
import { nextFaultId, sandboxFault } from './sandbox-fault.ts';

/**
 * Loads the initial faults from a value, or from a YAML or JSON file. The value or file must be valid according to the
 * schema `FaultList` of the control API.
 *
 * @throws DataError that lists every error with its line in the file
 */
export function loadFaults(given: string | readonly Fault[], contract: Contract, control: Contract): SandboxFault[] {
  const data = typeof given === 'string' ? readDataFile(given) : programData('createMock', { faults: given });
  data.requireNone(control.schema('FaultList')(data.value));
  const { faults } = data.value as { faults: readonly Fault[] };
  data.requireNone(faults.flatMap((fault, index) => faultViolations(fault, contract, append('/faults', index))));
  data.requireNone(faults.flatMap((fault, index) => duplicateId(faults, fault, index)));
  const named: SandboxFault[] = [];
  for (const fault of faults) named.push(sandboxFault(fault, fault.id ?? nextFaultId([...faults, ...named])));
  return named;
}

function duplicateId(faults: readonly Fault[], { id }: Fault, index: number) {
  if (id === undefined || faults.findIndex((other) => other.id === id) === index) return [];
  const [expected, actual] = ['a unique ID', JSON.stringify(id)];
  const pointer = append('/faults', index, 'id');
  return [{ pointer, expected, actual, detail: `faults.${index}.id is ${actual} again; expected ${expected}.` }];
}
