import type { Violation } from '../schema/violation.ts';

/**
 * Removes a violation of `pattern` if a violation of `format` concerns the same value and has the same rule IDs.
 * Messages for people contain only the violations that this function keeps, but the coverage of a run counts every
 * violated constraint.
 */
export function deduplicate(violations: readonly Violation[]): Violation[] {
  const formats = new Set(violations.filter(({ keyword }) => keyword === 'format').map(cause));
  return violations.filter((violation) => violation.keyword !== 'pattern' || !formats.has(cause(violation)));
}

function cause({ in: place, pointer, rules }: Violation): string {
  return [place, pointer, ...rules].join(' ');
}
