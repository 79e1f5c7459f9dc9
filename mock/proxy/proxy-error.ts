import { InputError } from '../../src/contract/input-error.ts';

/** The proxy cannot be set up: the message says what is wrong. */
export class ProxyError extends InputError {
  override readonly name = 'ProxyError';
}
