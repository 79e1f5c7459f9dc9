import { InputError } from '../../src/contract/input-error.ts';

/** The state cannot be opened, read or written: the message says which file and why. */
export class StoreError extends InputError {
  override readonly name = 'StoreError';
}
