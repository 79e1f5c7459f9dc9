import { distance } from 'fastest-levenshtein';

/** Maximum difference between a path and a suggested template: one segment that is missing, additional or different. */
const MAX_DIFFERENCE = 1;
/**
 * Maximum share of different characters in a segment after the first. Only the first segment, which often is the base
 * path, may differ completely.
 */
const MAX_MISSPELLING = 1 / 2;
/**
 * Maximum length of a path that is compared with templates. The comparison of a path above this maximum would take too
 * long.
 */
const MAX_LENGTH = 200;

/**
 * Path template (OpenAPI §4.8.8.2) that the sender of the path probably meant. The template differs from the path in
 * one segment or in the spelling of some segments. The result is undefined if no template is similar to the path.
 */
export function nearestPath(path: string, templates: readonly string[]): string | undefined {
  if (path.length > MAX_LENGTH) return undefined;
  const segments = path.split('/');
  let nearest: { template: string; difference: number } | undefined;
  for (const template of templates) {
    const expected = template.split('/');
    if (Math.abs(segments.length - expected.length) > MAX_DIFFERENCE) continue;
    const difference = differenceOf(segments, expected);
    if (difference <= MAX_DIFFERENCE && difference < (nearest?.difference ?? Number.POSITIVE_INFINITY))
      nearest = { template, difference };
  }
  return nearest?.template;
}

/**
 * Edit distance between the segments of a path and of a template: 1 for each added or removed segment, and the share of
 * different characters for each replaced segment.
 */
function differenceOf(segments: readonly string[], template: readonly string[]): number {
  let row = template.map((_, column) => column);
  row.push(template.length);
  for (const [index, segment] of segments.entries()) {
    const next = [index + 1];
    for (const [column, expected] of template.entries()) {
      next.push(
        Math.min(
          (row[column] ?? 0) + replacement(index, segment, expected),
          (row[column + 1] ?? 0) + 1,
          (next[column] ?? 0) + 1,
        ),
      );
    }
    row = next;
  }
  return row[template.length] ?? 0;
}

/** Difference of the segment at `index` and a segment of the template; infinite if the segments are not similar. */
function replacement(index: number, segment: string, expected: string): number {
  const difference = spelling(segment, expected);
  return index > 1 && difference > MAX_MISSPELLING ? Number.POSITIVE_INFINITY : difference;
}

/**
 * Difference of two segments: 0 for equal segments and for a parameter of the template, up to 1 for different
 * segments.
 */
function spelling(segment: string, expected: string): number {
  if (segment === expected) return 0;
  if (segment === '') return 1;
  if (expected.includes('{')) return 0;
  return distance(segment.toLowerCase(), expected.toLowerCase()) / Math.max(segment.length, expected.length);
}
