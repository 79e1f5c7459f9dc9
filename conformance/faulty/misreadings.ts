import type { Defect } from './defect.ts';
import { type Operations, reads } from './messages.ts';

/** Where a server sees something else in a body than what was sent. */
export type Misreading = readonly [
  name: string,
  description: string,
  breaks: readonly string[],
  path: string,
  change: (value: unknown) => unknown,
];

export function misreadings(operations: Operations, rows: readonly Misreading[]): Defect[] {
  return rows.map(([name, description, breaks, path, change]) => ({
    name,
    description,
    breaks,
    create: reads(operations, path, change),
  }));
}

/** For what is missing. */
export const orElse = (fallback: unknown) => (value: unknown) => (value === undefined ? fallback : value);
