/** Each row of a table is tried with so many of the operations that could try all. */
const LEAST = 2;

/**
 * The rows of a table for one of several peers: each row for `LEAST` of them, in turns.
 *
 * @param peer one of `peers`
 */
export function shareOf<Row, Peer>(table: readonly Row[], peer: Peer, peers: readonly Peer[]): Row[] {
  const index = peers.indexOf(peer);
  return table.filter((_, at) => (index + at) % peers.length < LEAST);
}
