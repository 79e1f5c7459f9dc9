/** Matches the scheme and the authority of a request target in absolute form (RFC 9112 §3.2.2). */
const ABSOLUTE = /^https?:\/\/[^/?#]*/i;

/**
 * Returns the path and the query of a request target unchanged. Returns undefined if the path leaves the base URL of
 * the backend, such as `/v1/../../internal`. The function also finds encoded dots and slashes, since a backend may
 * decode `%2e` and `%2f` before it resolves dot segments.
 */
export function backendPath(target: string): string | undefined {
  const path = target.replace(ABSOLUTE, '');
  if (path !== '' && !/^[/?]/.test(path)) return undefined;
  const [segments = ''] = path.split('?', 1);
  let depth = 0;
  for (const segment of decoded(segments).split(/[/\\]/)) {
    if (segment === '..') depth--;
    else if (segment !== '' && segment !== '.') depth++;
    if (depth < 0) return undefined;
  }
  return path.startsWith('/') ? path : `/${path}`;
}

/** Decodes the dots, slashes and backslashes in a path, even if they are encoded up to four times. */
function decoded(path: string): string {
  return path
    .replaceAll(/%(?:25){0,3}2e/gi, '.')
    .replaceAll(/%(?:25){0,3}2f/gi, '/')
    .replaceAll(/%(?:25){0,3}5c/gi, '\\');
}
