/**
 * True if a URL always leads to this machine: 127.0.0.0/8, ::1 (RFC 1122, RFC 4291), and `localhost` with its
 * subdomains (RFC 6761 §6.3). The function returns false for any other host name, even if the host name resolves to a
 * loopback address.
 */
export function isLoopback(baseUrl: string): boolean {
  // The URL parser normalizes every spelling of an IPv4 address (127.1, 0x7f000001).
  const host = URL.parse(baseUrl)?.hostname.replace(/\.$/, '') ?? '';
  return /^(?:127(?:\.\d{1,3}){3}|\[::1\]|(?:.+\.)?localhost)$/.test(host);
}
