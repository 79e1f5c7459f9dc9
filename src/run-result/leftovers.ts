import type { RunResult } from './run-result.ts';
import type { CreatedData } from './trace.ts';
import { count } from './words.ts';

const NOUN: Readonly<Record<string, string>> = {
  integration: 'integration',
  jwtKey: 'JWT key',
  invite: 'invite',
  metadataGroup: 'metadata group',
};

export function nounOf({ kind, noun }: Pick<CreatedData, 'kind' | 'noun'>): string {
  return noun ?? NOUN[kind] ?? kind;
}

export type Left = Pick<RunResult, 'leftovers' | 'installationsUsed' | 'runId' | 'cleanup'>;

/** What the cleanup hook did about it; empty where there is none. */
export function cleanupSentence({ cleanup }: Left): string {
  if (!cleanup) return '';
  return cleanup.outcome === 'done'
    ? ' All of it was given to the cleanup hook, which succeeded.'
    : ` Warning: ${cleanup.message}.`;
}

/** `37 integrations, 1 invite; 3 installations used up`; empty where nothing is left. */
export function leftoverCounts({ leftovers = [], installationsUsed = [] }: Left): string {
  const kinds = [...Map.groupBy(leftovers, ({ kind }) => kind)].map(([kind, rows]) =>
    count(rows.length, nounOf(rows[0] ?? { kind })),
  );
  const used = installationsUsed.length > 0 ? [`${count(installationsUsed.length, 'installation')} used up`] : [];
  return [...(kinds.length > 0 ? [kinds.join(', ')] : []), ...used].join('; ');
}

/** `37 integrations, 1 invite (run c90f9b4a, see report.json).`, and what the hook did; empty where nothing is left. */
export function leftoverSentence(result: Left, report = 'report.json'): string {
  const counts = leftoverCounts(result);
  return counts && `${counts} (run ${result.runId ?? 'unnamed'}, see ${report}).${cleanupSentence(result)}`;
}
