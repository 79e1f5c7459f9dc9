/** Source with a missing part. The message contains the file and the fix. */
export class IncompleteSourceError extends Error {
  override readonly name = 'IncompleteSourceError';
}
