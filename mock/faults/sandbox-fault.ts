import type { Fault, SandboxFault } from '../core/fault.ts';

/**
 * Returns a copy of the fault with the given ID, and without `seen` and `struck`. The copy omits the counts `seen` and
 * `struck`, since a client may have copied these counts from a response into its request.
 */
export function sandboxFault(fault: Fault & { seen?: unknown; struck?: unknown }, id: string): SandboxFault {
  const { id: _id, seen: _seen, struck: _struck, ...own } = fault;
  return { id, ...own };
}

/** Returns the next free ID of a fault, such as `fault-1`. */
export function nextFaultId(faults: readonly Fault[]): string {
  const numbers = faults.map(({ id }) => Number(/^fault-(\d{1,9})$/.exec(id ?? '')?.[1] ?? 0));
  return `fault-${Math.max(0, ...numbers) + 1}`;
}
