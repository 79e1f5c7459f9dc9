/** The number of peers (usually operations) whose cases use the same row of a table of test data. */
const PEERS_PER_ROW = 2;

/**
 * The rows of a table of test data that the cases of one peer use; a peer is usually an operation. The function assigns
 * each row to `PEERS_PER_ROW` of the peers, in turn.
 *
 * @param peer one of `peers`
 */
export function shareOf<Row, Peer>(table: readonly Row[], peer: Peer, peers: readonly Peer[]): Row[] {
  const index = peers.indexOf(peer);
  return table.filter((_, at) => (index + at) % peers.length < PEERS_PER_ROW);
}
