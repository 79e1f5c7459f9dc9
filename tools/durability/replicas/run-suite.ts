import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RunResult } from '../../../src/run-result/run-result.ts';
import { startBalancer } from '../../../test/helpers/balancer.ts';
import type { Durability } from '../kill-file-mock.ts';

const BIN = fileURLToPath(new URL('../../../src/cli/bin.cjs', import.meta.url));
/**
 * Runs the conformance suite against several replicas. Each request of the suite goes to the next replica.
 *
 * @param runs lists of sandboxes, one sandbox per run; the runs of one list are concurrent
 * @param only value of `--only`; without it, the runs are complete
 */
export async function runSuite(
  targets: readonly string[],
  title: string,
  runs: readonly (readonly string[])[],
  only?: string,
): Promise<Durability> {
  await using balancer = await startBalancer(targets);
  const errors: string[] = [];
  const verdicts: string[] = [];
  for (const sandboxes of runs) {
    const results = await Promise.all(
      sandboxes.map(async (name) => {
        await fetch(`${balancer.url}/sandboxes/${name}/__admin/reset`, { method: 'POST' });
        return conform(`${balancer.url}/sandboxes/${name}`, only);
      }),
    );
    for (const { verdict, counts } of results) {
      verdicts.push(verdict);
      if (verdict !== 'conforming' || counts.untestable > 0)
        errors.push(
          `The suite against ${title}: ${verdict}, ${counts.failed} failed, ${counts.untestable} untestable.`,
        );
    }
  }
  return { errors, summary: [`suite against ${title}: ${verdicts.join(', ')}`] };
}

async function conform(target: string, only?: string): Promise<Pick<RunResult, 'verdict' | 'counts'>> {
  const folder = mkdtempSync(join(tmpdir(), 'suite-'));
  const args = [BIN, 'conform', target, '--reports', folder, ...(only === undefined ? [] : ['--only', only])];
  await new Promise((resolve) => execFile(process.execPath, args, resolve));
  const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));
  rmSync(folder, { recursive: true });
  return report;
}
