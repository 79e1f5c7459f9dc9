import { InputError } from './input-error.ts';

/** Error about invalid input data. The message lists each mistake with its position in the file. */
export class DataError extends InputError {
  override readonly name = 'DataError';
}
