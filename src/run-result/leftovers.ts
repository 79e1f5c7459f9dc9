import type { RunResult } from './run-result.ts';
import type { CreatedData } from './trace.ts';
import { count } from './words.ts';

export function nounOf({ kind, noun }: Pick<CreatedData, 'kind' | 'noun'>): string {
  return noun ?? kind.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

export type LeftoverFacts = Pick<RunResult, 'leftovers' | 'runId' | 'cleanup' | `${string}Used`>;

/** Name of the report property that contains the IDs of the deleted records of a kind. */
export function usedProperty(kind: string): `${string}Used` {
  return `${kind}sUsed`;
}

/** IDs of the records that the run deleted, by kind. */
export function usedOf(result: LeftoverFacts): [kind: string, ids: readonly string[]][] {
  return Object.entries(result).flatMap(([name, ids]): [string, readonly string[]][] =>
    name.endsWith('sUsed') && Array.isArray(ids) && ids.length > 0 ? [[name.slice(0, -'sUsed'.length), ids]] : [],
  );
}

/** Sentence about the outcome of the cleanup hook; empty for a run without a cleanup hook. */
export function cleanupSentence({ cleanup }: LeftoverFacts): string {
  if (!cleanup) return '';
  return cleanup.outcome === 'done'
    ? ' The cleanup hook received the list of the created and deleted records, and succeeded.'
    : ` Warning: ${cleanup.message}.`;
}

/**
 * Summary of created and deleted records, such as `37 orders, 1 order line; 3 carts deleted`; empty without records.
 */
export function leftoverCounts(result: LeftoverFacts): string {
  const { leftovers = [] } = result;
  const kinds = [...Map.groupBy(leftovers, ({ kind }) => kind)].map(([kind, rows]) =>
    count(rows.length, nounOf(rows[0] ?? { kind })),
  );
  const used = usedOf(result).map(([kind, ids]) => `${count(ids.length, nounOf({ kind }))} deleted`);
  return [...(kinds.length > 0 ? [kinds.join(', ')] : []), ...used].join('; ');
}

/**
 * Summary of created records with the ID of the run, such as `37 orders, 1 order line
 * (run c90f9b4a, see report.json).`; empty without records.
 */
export function leftoverSentence(result: LeftoverFacts, report = 'report.json'): string {
  const counts = leftoverCounts(result);
  return counts && `${counts} (run ${result.runId ?? 'unnamed'}, see ${report}).${cleanupSentence(result)}`;
}
