/** Error about a missing part in a source file of generated files. The message names the source file and the fix. */
export class IncompleteSourceError extends Error {
  override readonly name = 'IncompleteSourceError';
}
