import type { RunResult } from './run-result.ts';
import type { CreatedData } from './trace.ts';
import { count } from './words.ts';

export function nounOf({ kind, noun }: Pick<CreatedData, 'kind' | 'noun'>): string {
  return noun ?? kind.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

export type Left = Pick<RunResult, 'leftovers' | 'runId' | 'cleanup' | `${string}Used`>;

/** The name of the property with the ids of the deleted records of a kind. */
export function usedProperty(kind: string): `${string}Used` {
  return `${kind}sUsed`;
}

/** The kinds of record of which the run deleted some, each with their ids. */
export function usedOf(result: Left): [kind: string, ids: readonly string[]][] {
  return Object.entries(result).flatMap(([name, ids]): [string, readonly string[]][] =>
    name.endsWith('sUsed') && Array.isArray(ids) && ids.length > 0 ? [[name.slice(0, -'sUsed'.length), ids]] : [],
  );
}

/** The result of the cleanup hook; empty if there is none. */
export function cleanupSentence({ cleanup }: Left): string {
  if (!cleanup) return '';
  return cleanup.outcome === 'done'
    ? ' All of it was given to the cleanup hook, which succeeded.'
    : ` Warning: ${cleanup.message}.`;
}

/** `37 orders, 1 order line; 3 carts used up`; empty where nothing is left. */
export function leftoverCounts(result: Left): string {
  const { leftovers = [] } = result;
  const kinds = [...Map.groupBy(leftovers, ({ kind }) => kind)].map(([kind, rows]) =>
    count(rows.length, nounOf(rows[0] ?? { kind })),
  );
  const used = usedOf(result).map(([kind, ids]) => `${count(ids.length, nounOf({ kind }))} used up`);
  return [...(kinds.length > 0 ? [kinds.join(', ')] : []), ...used].join('; ');
}

/** `37 orders, 1 order line (run c90f9b4a, see report.json).`, and what the hook did; empty where nothing is left. */
export function leftoverSentence(result: Left, report = 'report.json'): string {
  const counts = leftoverCounts(result);
  return counts && `${counts} (run ${result.runId ?? 'unnamed'}, see ${report}).${cleanupSentence(result)}`;
}
