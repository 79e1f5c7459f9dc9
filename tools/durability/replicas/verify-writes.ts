import type { World } from '../../../mock/index.ts';
import type { Writes } from './writers.ts';

/** Journal entry, as the database stores it. */
interface Entry {
  readonly sequence: number;
  readonly id: string;
  readonly operationId?: string;
}

/** Finds lost and repeated writes in the state of a sandbox. @returns one sentence for each lost or repeated write */
export async function verifyWrites(url: string, writes: Writes, query: Query): Promise<string[]> {
  const { sandbox, created, integrations, keys, errors } = writes;
  const base = `${url}/sandboxes/${sandbox}/__admin`;
  const state = (await (await fetch(`${base}/state`)).json()) as World;
  const found = new Map(state.jwtKeys.map((key) => [key.id, key]));
  const names = new Set(state.integrations.map(({ name }) => name));
  const labels = Map.groupBy(state.jwtKeys, ({ label }) => label);
  const lost = [
    ...[...created].flatMap(([kid, label]) =>
      found.get(kid)?.label === label ? [] : [`key ${kid} (${label}) was acknowledged and is lost.`],
    ),
    ...[...integrations].flatMap((name) =>
      names.has(name) ? [] : [`integration ${name} was acknowledged and is lost.`],
    ),
    ...keys.flatMap(({ kid, label, active }) => {
      const key = found.get(kid);
      const isPossible =
        key &&
        [label.acknowledged, ...label.attempted].includes(key.label) &&
        [active.acknowledged, ...active.attempted].includes(key.active);
      return isPossible ? [] : [`key ${kid} is ${key?.label}, ${key?.active}; an acknowledged update is lost.`];
    }),
  ];
  const repeated = [...labels].flatMap(([label, same]) =>
    same.length > 1 && !label.startsWith('shared') ? [`the key ${label} was created ${same.length} times.`] : [],
  );
  const journal = verifyJournal(await readJournal(sandbox, query), writes);
  const counted = await verifyCount(`${base}/faults/counter`, writes);
  return [...errors, ...[...lost, ...repeated, ...journal, ...counted].map((error) => `${sandbox}: ${error}`)];
}

export type Query = (text: string) => Promise<readonly Record<string, unknown>[]>;

async function readJournal(sandbox: string, query: Query): Promise<Entry[]> {
  const rows = await query(
    `SELECT value FROM record WHERE sandbox = '${sandbox}' AND collection = 'journal' ORDER BY key`,
  );
  return rows.map(({ value }) => JSON.parse(String(value)) as Entry);
}

/**
 * Verifies that the journal contains each acknowledged exchange once, and that the numbers of the exchanges have no
 * gap.
 */
function verifyJournal(entries: readonly Entry[], { requestIds, unknown }: Writes): string[] {
  const times = Map.groupBy(entries, ({ id }) => id);
  const missing = [...requestIds].filter((id) => !times.has(id));
  const duplicates = [...times].filter(([, same]) => same.length > 1);
  const gaps = entries.filter(({ sequence }, index) => sequence !== index + 1);
  const most = requestIds.size + unknown;
  return [
    ...missing.map((id) => `the journal lacks the exchange ${id}.`),
    ...duplicates.map(([id, same]) => `the journal has the exchange ${id} ${same.length} times.`),
    ...gaps.slice(0, 1).map(({ sequence }) => `the journal has a gap before exchange ${sequence}.`),
    ...(entries.length > most ? [`the journal has ${entries.length} exchanges; expected at most ${most}.`] : []),
  ];
}

/**
 * Verifies the number of times that a fault applied: this number must be exact, except for requests without a response.
 */
async function verifyCount(url: string, { created, unknown }: Writes): Promise<string[]> {
  const { seen } = (await (await fetch(url)).json()) as { seen: number };
  const isPossible = seen >= created.size && seen <= created.size + unknown;
  return isPossible ? [] : [`a fault counted ${seen} requests; expected ${created.size} to ${created.size + unknown}.`];
}
