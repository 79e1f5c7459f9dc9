import type { Contract } from '../../src/contract/contract.ts';
import { type Fault, MAX_FAULTS, type SandboxFault } from '../core/fault.ts';
import { inTransaction, type SandboxHandlers, type TransactionHandler } from '../core/operation-handler.ts';
import { Problem } from '../core/problem.ts';
import { SETTINGS } from '../core/settings.ts';
import type { Transaction } from '../core/store.ts';
import { faultViolations } from '../faults/check-fault.ts';
import { FAULT_STATE, readFaultState } from '../faults/fault-state.ts';
import { nextFaultId, sandboxFault } from '../faults/sandbox-fault.ts';
import { summary } from '../pipeline/validate-request.ts';
import type { Sandboxes } from '../sandboxes/sandboxes.ts';

/**
 * Creates the handlers of the operations on the faults of a sandbox. A new sandbox has the initial faults of the mock.
 */
export function faultHandlers(sandboxes: Sandboxes, contract: Contract): SandboxHandlers {
  const faultsOf = async (tx: Transaction) => (await tx.get(SETTINGS, []))?.faults ?? sandboxes.faults;

  const change = async (tx: Transaction, faults: readonly SandboxFault[]) =>
    tx.put(SETTINGS, [], { ...(await tx.get(SETTINGS, [])), faults });

  const faultProblem = (fault: Fault): Problem | undefined => {
    const violations = faultViolations(fault, contract);
    return violations.length > 0 ? new Problem('invalidRequest', summary(violations), { violations }) : undefined;
  };

  const listFaults: TransactionHandler = async (_request, tx) => {
    const faults = await faultsOf(tx);
    return { body: { faults: await Promise.all(faults.map((fault) => withCounts(tx, fault))) } };
  };

  const addFault: TransactionHandler<Fault> = async ({ body, path }, tx) => {
    const faults = await faultsOf(tx);
    const problem = faultProblem(body) ?? tooManyFaults(faults);
    if (problem) return problem;
    const fault = sandboxFault(body, body.id ?? nextFaultId(faults));
    if (faults.some(({ id }) => id === fault.id)) {
      return new Problem('conflict', `Fault ${fault.id} already exists. Use PUT to replace the fault.`);
    }
    await resetCounts(tx, fault);
    await change(tx, [...faults, fault]);
    return { body: await withCounts(tx, fault), headers: { Location: `${path}/${fault.id}` } };
  };

  const putFault: TransactionHandler<Fault> = async ({ params: { fault: id = '' }, body }, tx) => {
    const faults = await faultsOf(tx);
    const fault = sandboxFault(body, id);
    const isNew = !faults.some((other) => other.id === id);
    if (body.id !== undefined && body.id !== id) {
      return new Problem('invalidRequest', `id is "${body.id}"; expected "${id}" as in the path.`);
    }
    const problem = faultProblem(fault) ?? (isNew ? tooManyFaults(faults) : undefined);
    if (problem) return problem;
    await resetCounts(tx, fault);
    await change(tx, isNew ? [...faults, fault] : faults.map((other) => (other.id === id ? fault : other)));
    return { status: isNew ? 201 : 200, body: await withCounts(tx, fault) };
  };

  const getFault: TransactionHandler = async ({ params: { fault: id = '' } }, tx) => {
    const fault = (await faultsOf(tx)).find((other) => other.id === id);
    return fault ? { body: await withCounts(tx, fault) } : unknown(id);
  };

  const deleteFault: TransactionHandler = async ({ params: { fault: id = '' } }, tx) => {
    const faults = await faultsOf(tx);
    const rest = faults.filter((other) => other.id !== id);
    if (rest.length === faults.length) return unknown(id);
    await change(tx, rest);
    return {};
  };

  const deleteFaults: TransactionHandler = async (_request, tx) => {
    await change(tx, []);
    return {};
  };

  const handlers = { listFaults, addFault, deleteFaults, getFault, putFault, deleteFault };
  return Object.fromEntries(Object.entries(handlers).map(([name, handler]) => [name, inTransaction<never>(handler)]));
}

/** Resets the counts of a fault, since the counts of a new or replaced fault start at 0. */
async function resetCounts(tx: Transaction, { id }: SandboxFault): Promise<void> {
  await tx.delete(FAULT_STATE, [id]);
}

async function withCounts(tx: Transaction, fault: SandboxFault) {
  const { seen, struck } = await readFaultState(tx, fault);
  return { ...fault, seen, struck };
}

function unknown(id: string): Problem {
  return new Problem('notFound', `Fault ${id} does not exist.`);
}

function tooManyFaults(faults: readonly SandboxFault[]): Problem | undefined {
  if (faults.length < MAX_FAULTS) return undefined;
  return new Problem(
    'conflict',
    `The sandbox has ${faults.length} faults, the largest allowed number. Delete a fault first.`,
  );
}
