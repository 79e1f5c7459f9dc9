import { createHash, randomUUID } from 'node:crypto';
import { collection, type Transaction } from './store.ts';

/** The collection with the number of identifiers that a sandbox has generated from its seed. */
export const COUNTERS = collection<number>('counters');

/** The source of identifiers for new records. */
export interface Ids {
  uuid(tx: Transaction): Promise<string>;
}

export const randomIds: Ids = { uuid: async () => randomUUID() };

/**
 * Generates the same identifiers in every new sandbox with the same seed. Each identifier depends only on the seed and
 * on the number of identifiers that the sandbox has generated before.
 */
export function seededIds(seed: number): Ids {
  return {
    uuid: async (tx) => {
      const n = ((await tx.get(COUNTERS, ['ids'])) ?? 0) + 1;
      await tx.put(COUNTERS, ['ids'], n);
      return toUuid(createHash('sha256').update(`${seed}/${n}`).digest());
    },
  };
}

/** Formats the first 16 of the given bytes as a version 4 UUID (RFC 9562 §5.4). */
function toUuid(bytes: Buffer): string {
  const octets = Buffer.from(bytes.subarray(0, 16));
  octets.writeUInt8((octets.readUInt8(6) & 0x0f) | 0x40, 6);
  octets.writeUInt8((octets.readUInt8(8) & 0x3f) | 0x80, 8);
  return octets.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
