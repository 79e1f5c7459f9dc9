import { distance } from 'fastest-levenshtein';

/** Further away than one segment that is missing, too many or another, nothing is near. */
const FAR = 1;
/** Nobody means a longer one, and it would take its time. */
const LONGEST = 200;

/**
 * The path template (OpenAPI §4.8.8.2) that somebody who asked for the path most likely meant: the same
 * but for one segment, or for how some are spelt. Undefined when none is that near.
 */
export function nearestPath(path: string, templates: readonly string[]): string | undefined {
  if (path.length > LONGEST) return undefined;
  const segments = path.split('/');
  let nearest: { template: string; difference: number } | undefined;
  for (const template of templates) {
    const expected = template.split('/');
    if (Math.abs(segments.length - expected.length) > FAR) continue;
    const difference = differenceOf(segments, expected);
    if (difference <= FAR && difference < (nearest?.difference ?? Number.POSITIVE_INFINITY))
      nearest = { template, difference };
  }
  return nearest?.template;
}

/** The edit distance of the segments, each of which counts as 1, or by how much of it is spelt otherwise. */
function differenceOf(segments: readonly string[], template: readonly string[]): number {
  let row = template.map((_, column) => column);
  row.push(template.length);
  for (const [index, segment] of segments.entries()) {
    const next = [index + 1];
    for (const [column, expected] of template.entries()) {
      next.push(
        Math.min((row[column] ?? 0) + spelling(segment, expected), (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1),
      );
    }
    row = next;
  }
  return row[template.length] ?? 0;
}

/** 0 for the same, or for what a parameter takes; 1 for another one. */
function spelling(segment: string, expected: string): number {
  if (segment === expected) return 0;
  if (segment === '') return 1;
  if (expected.includes('{')) return 0;
  return distance(segment.toLowerCase(), expected.toLowerCase()) / Math.max(segment.length, expected.length);
}
