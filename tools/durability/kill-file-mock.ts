import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawnMock } from './spawn-mock.ts';
import { verifyState } from './verify-state.ts';
import { type Acknowledged, writeUntilExit } from './write-until-exit.ts';

/** Result of a durability test: one sentence per lost or wrong write, and the lines to print. */
export interface Durability {
  readonly errors: readonly string[];
  readonly summary: readonly string[];
}

/** Kills a mock with a data file again and again while clients write. */
export async function killFileMock(kills: number): Promise<Durability> {
  const folder = mkdtempSync(join(tmpdir(), 'durability-'));
  const file = join(folder, 'mock.sqlite');
  // Each round uses a new sandbox, and `verifyState` uses one more. The limit is high enough that the mock deletes no
  // sandbox to make room for a new sandbox.
  const flags = ['--max-sandboxes', String(kills + 2)];
  const rounds: Acknowledged[] = [];
  const errors: string[] = [];
  for (let round = 0; round < kills; round++) {
    const mock = await spawnMock(file, flags);
    const previous = rounds.at(-1);
    if (previous) errors.push(...(await verifyState(mock.url, previous)));
    const first = Promise.withResolvers<void>();
    const writing = writeUntilExit(mock.url, `round-${round}`, first.resolve);
    // On a busy machine, the first write can take longer than the time until the kill.
    await Promise.race([first.promise, writing]);
    await sleep(randomInt(20, 150));
    await mock.kill();
    rounds.push(await writing);
  }
  const mock = await spawnMock(file, flags);
  for (const round of rounds) errors.push(...(await verifyState(mock.url, round)));
  await mock.kill();
  const database = new DatabaseSync(file);
  const [integrity] = Object.values(database.prepare('PRAGMA integrity_check').get() ?? {});
  if (integrity !== 'ok') errors.push(`The file is damaged: ${String(integrity)}.`);
  database.close();
  rmSync(folder, { recursive: true });
  const writes = rounds.reduce(
    (sum, { labels, integrations, updates }) => sum + labels.size + integrations.size + updates,
    0,
  );
  if (writes <= kills) errors.push(`The mock acknowledged only ${writes} writes.`);
  return { errors, summary: [`${kills} kills, ${writes} acknowledged writes, ${errors.length} lost or incomplete`] };
}
