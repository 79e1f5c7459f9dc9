import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LogEntry, World } from '../../mock/index.ts';
import { type Plan, UNDEFINED_METHOD } from '../../src/run/planned-run.ts';
import { runCli } from './run-cli.ts';

/** Plans a run. @returns the plan in `plan.json`, and the text that the command prints */
export async function planned(cwd: string, args: readonly string[], reports = 'plan') {
  const { status, stdout, stderr } = await runCli(['conform', ...args, '--plan', '--reports', reports], { cwd });
  if (status !== 0) throw new Error(stderr);
  const plan = JSON.parse(readFileSync(join(cwd, reports, 'plan.json'), 'utf8')) as Plan;
  return { plan, plannedText: stdout };
}

/** Differences between a plan and the run: requests, created records and deleted records. */
export function difference(
  plan: Plan,
  log: readonly LogEntry[],
  before: Partial<World>,
  after: Partial<World>,
): string[] {
  const of = (operationId: string) =>
    log.filter((entry) => entry.operationId === operationId && entry.method !== 'HEAD');
  const rows: readonly (readonly [what: string, actual: unknown, expected: unknown])[] = [
    // The numbers of requests may differ by four, since the suite repeats a request if the mock closed the connection
    // after it rejected the previous request.
    ['requests', Math.abs(log.length - plan.requests) <= 4 ? plan.requests : log.length, plan.requests],
    ...plan.operations
      .filter(({ operationId }) => operationId !== UNDEFINED_METHOD)
      .map(({ operationId, byStatus }) => [operationId, successes(of(operationId)), successesIn(byStatus)] as const),
    ...Object.entries(plan.leftovers)
      .map(([kind, number]) => [`${kind}s` as keyof World, number] as const)
      .filter(([collection]) => after[collection])
      .map(([collection, number]) => [collection, increase(before[collection], after[collection]), number] as const),
    ['installations', increase(before.installations, after.installations), -plan.installations.usedUp],
  ];
  return rows
    .map(([what, actual, expected]) => [what, JSON.stringify(actual), JSON.stringify(expected)] as const)
    .filter(([, actual, expected]) => actual !== expected)
    .map(([what, actual, expected]) => `${what}: ${actual}; expected ${expected}`);
}

function increase(before: readonly unknown[] = [], after: readonly unknown[] = []): number {
  return after.length - before.length;
}

function successes(log: readonly LogEntry[]): Record<string, number> {
  const byStatus = Map.groupBy(
    log.filter(({ status }) => status >= 200 && status < 300),
    ({ status }) => status,
  );
  return Object.fromEntries([...byStatus].map(([status, entries]) => [status, entries.length]));
}

function successesIn(byStatus: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(byStatus).filter(([status]) => status.startsWith('2')));
}
