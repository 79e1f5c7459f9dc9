/** The state cannot be opened: the message says which file and why. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}
