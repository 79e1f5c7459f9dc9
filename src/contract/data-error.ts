import { InputError } from './input-error.ts';

/** Invalid input data. The message lists each mistake with its position. */
export class DataError extends InputError {
  override readonly name = 'DataError';
}
