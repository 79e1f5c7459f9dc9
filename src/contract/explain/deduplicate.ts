import type { Violation } from '../schema/violation.ts';

/**
 * Violations for people: of a place that breaks a `format` and a `pattern` for the same rules, the format alone is told.
 * The pattern says the same in other words. What counts the broken constraints takes the violations as they are.
 */
export function toldOnce(violations: readonly Violation[]): Violation[] {
  const formats = new Set(violations.filter(({ keyword }) => keyword === 'format').map(cause));
  return violations.filter((violation) => violation.keyword !== 'pattern' || !formats.has(cause(violation)));
}

function cause({ in: place, pointer, rules }: Violation): string {
  return [place, pointer, ...rules].join(' ');
}
