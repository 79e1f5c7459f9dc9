/** Data from outside cannot be used: the message lists each mistake and where it stands. */
export class DataError extends Error {
  override readonly name = 'DataError';
}
