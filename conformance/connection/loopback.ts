/**
 * True if a URL leads to this machine, whatever the network says: 127.0.0.0/8, ::1 (RFC 1122, RFC 4291), and
 * `localhost` with the names under it (RFC 6761 §6.3). A name that is only resolved to a loopback address is none.
 */
export function isLoopback(baseUrl: string): boolean {
  // The URL parser has brought every way to write an IPv4 address (127.1, 0x7f000001) into its usual form.
  const host = URL.parse(baseUrl)?.hostname.replace(/\.$/, '') ?? '';
  return /^(?:127(?:\.\d{1,3}){3}|\[::1\]|(?:.+\.)?localhost)$/.test(host);
}
