import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import { wholeNumber } from '../../src/cli/flags/numbers.ts';
import { spawnMock } from './spawn-mock.ts';
import { verify } from './verify.ts';
import { type Acknowledged, writeUntilExit } from './write-until-exit.ts';

/**
 * `npm run durability [-- --kills N]`: kills a mock with --data (SIGKILL) N times while eight clients write. Fails if an
 * acknowledged write is lost, or a write is incomplete.
 */

const { kills } = new Command('npm run durability --')
  .option('--kills <n>', 'number of kills', wholeNumber(1), 200)
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .parse()
  .opts<{ kills: number }>();
const folder = mkdtempSync(join(tmpdir(), 'durability-'));
const file = join(folder, 'mock.sqlite');
const rounds: Acknowledged[] = [];
const errors: string[] = [];

for (let round = 0; round < kills; round++) {
  const mock = await spawnMock(file);
  const previous = rounds.at(-1);
  if (previous) errors.push(...(await verify(mock.url, previous)));
  const writing = writeUntilExit(mock.url, `round-${round}`);
  await sleep(randomInt(20, 150));
  await mock.kill();
  rounds.push(await writing);
}

const mock = await spawnMock(file);
for (const round of rounds) errors.push(...(await verify(mock.url, round)));
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
for (const error of errors.slice(0, 20)) process.stdout.write(`✗ ${error}\n`);
process.stdout.write(`${kills} kills, ${writes} acknowledged writes, ${errors.length} lost or incomplete\n`);
process.exitCode = errors.length === 0 && writes > kills ? 0 : 1;
