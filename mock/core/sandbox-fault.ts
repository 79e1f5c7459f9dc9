import type { Fault, SandboxFault } from './fault.ts';

/** The fault under this name. What was counted, which a client may send back, is no part of it. */
export function sandboxFault(fault: Fault & { seen?: unknown; struck?: unknown }, id: string): SandboxFault {
  const { id: _id, seen: _seen, struck: _struck, ...own } = fault;
  return { id, ...own };
}

/** `fault-1` and so on: one after those that there are. */
export function nextId(faults: readonly Fault[]): string {
  const numbers = faults.map(({ id }) => Number(/^fault-(\d{1,9})$/.exec(id ?? '')?.[1] ?? 0));
  return `fault-${Math.max(0, ...numbers) + 1}`;
}
