import type { BenchServer } from './servers.ts';
import { median } from './statistics.ts';
import { startBenchServer } from './throughput.ts';
import type { Workspace } from './workspace.ts';

/** From the start of the process to its first answer. */
export interface ColdStart {
  readonly ms: number;
  /** Time on a processor. */
  readonly cpuMs: number;
}

/**
 * From the start of each server's process to its first answer to a POST: the medians of some starts, in turns. The first, which fills the caches of the system (and of Node, where the server has Node
 * cache its code), is not counted.
 */
export async function measureColdStarts(
  servers: readonly BenchServer[],
  workspace: Workspace,
  starts: number,
  say: (line: string) => void,
): Promise<Map<string, ColdStart>> {
  const times = new Map<string, ColdStart[]>(servers.map(({ name }) => [name, []]));
  for (let turn = 0; turn <= starts; turn++) {
    for (const server of servers) {
      await using process = await startBenchServer(server, workspace);
      if (turn > 0) times.get(server.name)?.push(process.start);
    }
    say(`start ${turn} of ${starts}`);
  }
  return new Map(
    [...times].map(([name, starts]) => [
      name,
      { ms: median(starts.map(({ ms }) => ms)), cpuMs: median(starts.map(({ cpuMs }) => cpuMs)) },
    ]),
  );
}
