/** The state cannot be opened, read or written: the message says which file and why. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}
