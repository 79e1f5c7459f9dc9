import { type Variant, withPath } from './variant.ts';

const encodedLetter = (segment: string) => segment.replace(/[a-z]/, (one) => `%${one.charCodeAt(0).toString(16)}`);

/**
 * Variants that change one segment of the path: the first segment, the second segment, or the last segment that is not
 * an identifier.
 */
function inSegments(id: string, change: (segment: string) => string): Variant[] {
  const at = (name: string, find: (segments: readonly string[]) => number) =>
    withPath(`${id} in the ${name} segment`, (path) => {
      const segments = path.split('/');
      const index = find(segments);
      return segments.with(index, change(segments[index] ?? '')).join('/');
    });
  return [
    at('first', () => 1),
    at('second', () => 2),
    at('last', (segments) =>
      Math.max(
        1,
        segments.findLastIndex((segment) => /^[a-z][a-z-]{3,}$/.test(segment)),
      ),
    ),
  ];
}

/** Other spellings of a path that some servers treat as the same path. */
export const PATHS: readonly Variant[] = [
  ...inSegments('upper case', (segment) => segment.toUpperCase()),
  ...inSegments('capital letter', (segment) => segment.charAt(0).toUpperCase() + segment.slice(1)),
  ...inSegments('percent-encoded letter', encodedLetter),
  ...inSegments('double slash', (segment) => `/${segment}`),
  ...inSegments('dot segment', (segment) => `./${segment}`),
  ...inSegments('parent segment', (segment) => `x/../${segment}`),
  ...inSegments('parent segment with a parameter', (segment) => `x/..;/${segment}`),
  ...inSegments('encoded parent segment', (segment) => `x%2F..%2F${segment}`),
  ...inSegments('matrix parameter', (segment) => `${segment};v=1`),
  ...inSegments('space', (segment) => `${segment}%20`),
  ...['/', '//', '%2F', '/.', '%20', '.', '%00', '%0A', '%09', '%3F', '%23', ';', ';x=.js'].map((end) =>
    withPath(`end ${end}`, (path) => path + end),
  ),
  ...['.json', '.js', '.css', '.png', '.html', '/index.html', '/health', '/public', '/login'].map((end) =>
    withPath(`end ${end}`, (path) => path + end),
  ),
  ...['%5C', '%2F'].flatMap((slash) => [
    withPath(`first slash ${slash}`, (path) => path.replace(/(?<=.)\//, slash)),
    withPath(`last slash ${slash}`, (path) => path.replace(/\/(?=[^/]*$)/, slash)),
  ]),
  withPath('other version', (path) => path.replace(/^\/[^/]+/, '/v2')),
  withPath('prefix of another application', (path) => `/api${path}`),
  withPath('internal prefix', (path) => `/internal${path}`),
];
