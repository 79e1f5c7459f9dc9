import { InputError } from './input-error.ts';

/** Data from outside cannot be used: the message lists each mistake and where it stands. */
export class DataError extends InputError {
  override readonly name = 'DataError';
}
