import type { Violation } from '../schema/violation.ts';

/**
 * Removes violations of a `pattern` that repeat a violation of a `format`: at the same place, and of the same rules. Use
 * it for people only; coverage counts every violated constraint.
 */
export function deduplicate(violations: readonly Violation[]): Violation[] {
  const formats = new Set(violations.filter(({ keyword }) => keyword === 'format').map(cause));
  return violations.filter((violation) => violation.keyword !== 'pattern' || !formats.has(cause(violation)));
}

function cause({ in: place, pointer, rules }: Violation): string {
  return [place, pointer, ...rules].join(' ');
}
