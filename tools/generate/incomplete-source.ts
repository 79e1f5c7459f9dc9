/**
 * Error about a missing part of a source file that generated files depend on. The message contains the source file and
 * the fix.
 */
export class IncompleteSourceError extends Error {
  override readonly name = 'IncompleteSourceError';
}
