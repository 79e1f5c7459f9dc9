/** Number of peers, such as operations, that use each row of a table. */
const PEERS_PER_ROW = 2;

/**
 * The rows of a table that one of several peers uses. Each row goes to `PEERS_PER_ROW` peers, round-robin.
 *
 * @param peer one of `peers`
 */
export function shareOf<Row, Peer>(table: readonly Row[], peer: Peer, peers: readonly Peer[]): Row[] {
  const index = peers.indexOf(peer);
  return table.filter((_, at) => (index + at) % peers.length < PEERS_PER_ROW);
}
