import { InputError } from '../../src/contract/input-error.ts';

/** An error of the data file. The message names the file and the reason. */
export class StoreError extends InputError {
  override readonly name = 'StoreError';
}
