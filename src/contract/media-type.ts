/** Media type without its parameters, in lower case (RFC 9110 §8.3.1). */
export function essence(mediaType = ''): string {
  const end = mediaType.indexOf(';');
  return (end < 0 ? mediaType : mediaType.slice(0, end)).trim().toLowerCase();
}

/** True if a media type is JSON by its name or its suffix `+json` (RFC 6839 §3.1). */
export function isJson(mediaType: string): boolean {
  const name = essence(mediaType);
  return name === 'application/json' || name.endsWith('+json');
}
