/** The number of peers that use each row of a table. The peers are, for example, the operations with a body. */
const PEERS_PER_ROW = 2;

/**
 * The share of the rows of a table that one peer, such as an operation, uses in its cases. The function assigns each
 * row to `PEERS_PER_ROW` peers, round-robin.
 *
 * @param peer one of `peers`
 */
export function shareOf<Row, Peer>(table: readonly Row[], peer: Peer, peers: readonly Peer[]): Row[] {
  const index = peers.indexOf(peer);
  return table.filter((_, at) => (index + at) % peers.length < PEERS_PER_ROW);
}
