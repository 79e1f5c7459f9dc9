/**
 * Names of the header fields that concern a single connection and that a proxy does not forward (RFC 9110 §7.6.1), in
 * lower case.
 */
export const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
