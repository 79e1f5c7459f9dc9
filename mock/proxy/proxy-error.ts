import { InputError } from '../../src/contract/input-error.ts';

/** An error in the options of the proxy. */
export class ProxyError extends InputError {
  override readonly name = 'ProxyError';
}
