/**
 * Error about a part that is missing in a source file, and that the generator needs for a generated file. The message
 * names the source file and the fix.
 */
export class IncompleteSourceError extends Error {
  override readonly name = 'IncompleteSourceError';
}
