/** The proxy cannot be set up: the message says what is wrong. */
export class ProxyError extends Error {
  override readonly name = 'ProxyError';
}
