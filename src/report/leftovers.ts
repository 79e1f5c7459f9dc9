import type { RunResult } from '../run-result/run-result.ts';
import type { CreatedData } from '../run-result/trace.ts';
import { type Html, html } from './html/template.ts';
import { code, plain, table } from './markdown.ts';
import { shortened } from './shortened.ts';
import { visible } from './visible.ts';

const NOUN: Readonly<Record<string, string>> = {
  integration: 'integration',
  jwtKey: 'JWT key',
  invite: 'invite',
  metadataGroup: 'metadata group',
};

export function nounOf({ kind, noun }: Pick<CreatedData, 'kind' | 'noun'>): string {
  return noun ?? NOUN[kind] ?? kind;
}

/** Rows that a summary in Markdown shows; report.json has all. */
const MAX_ROWS = 20;

const LONGEST = 80;

type Left = Pick<RunResult, 'leftovers' | 'installationsUsed' | 'runId' | 'cleanup'>;

/** What the cleanup hook did about it; empty where there is none. */
function cleanupSentence({ cleanup }: Left): string {
  if (!cleanup) return '';
  return cleanup.outcome === 'done'
    ? ' All of it was given to the cleanup hook, which succeeded.'
    : ` Warning: ${cleanup.message}.`;
}

/** `37 integrations, 1 invite; 3 installations used up`; empty where nothing is left. */
function leftoverCounts({ leftovers = [], installationsUsed = [] }: Left): string {
  const kinds = [...Map.groupBy(leftovers, ({ kind }) => kind)].map(([kind, rows]) =>
    counted(rows.length, nounOf(rows[0] ?? { kind })),
  );
  const used = installationsUsed.length > 0 ? [`${counted(installationsUsed.length, 'installation')} used up`] : [];
  return [...(kinds.length > 0 ? [kinds.join(', ')] : []), ...used].join('; ');
}

/** `37 integrations, 1 invite (run c90f9b4a, see report.json).`, and what the hook did; empty where nothing is left. */
export function leftoverSentence(result: Left, report = 'report.json'): string {
  const counts = leftoverCounts(result);
  return counts && `${counts} (run ${result.runId ?? 'unnamed'}, see ${report}).${cleanupSentence(result)}`;
}

export function leftoversHtml(result: Left): Html | undefined {
  const counts = leftoverCounts(result);
  if (counts === '') return undefined;
  const rows = rowsOf(result).map(
    ([kind, name, id, operation]) =>
      html`<tr><td>${kind}</td><td><code>${name}</code></td><td><code>${id}</code></td><td>${operation}</td></tr>\n`,
  );
  return html`<section class="group" aria-labelledby="page-leftovers">
<h2 id="page-leftovers">Left behind</h2>
<p>${counts}.${cleanupSentence(result)}</p>
<details><summary>Each of them</summary>
<table><thead><tr><th scope="col">What</th><th scope="col">Name</th><th scope="col">ID</th><th scope="col">Operation</th></tr></thead>
<tbody>${rows}</tbody></table>
</details>
</section>`;
}

export function leftoversMarkdown(result: Left): string[] {
  const counts = leftoverCounts(result);
  if (counts === '') return [];
  const rows = rowsOf(result);
  const run = result.runId === undefined ? '' : ` The run ID ${code(result.runId)} stands in their names.`;
  const cleanup = cleanupSentence(result) && ` ${plain(cleanupSentence(result))}`;
  const more = rows.length > MAX_ROWS ? [`And ${rows.length - MAX_ROWS} more, see ${code('report.json')}.`] : [];
  return [
    '## Left behind',
    `${plain(counts)}.${run}${cleanup}`,
    table(
      ['What', 'Name', 'ID', 'Operation'],
      rows.slice(0, MAX_ROWS).map(([kind, name, id, operation]) => [kind, codeOf(name), codeOf(id), codeOf(operation)]),
    ),
    ...more,
  ];
}

type Row = readonly [what: string, name: string, id: string, operation: string];

function rowsOf({ leftovers = [], installationsUsed = [] }: Left): Row[] {
  return [
    ...installationsUsed.map((id) => ['installation, used up', '', id, 'deleteInstallation'] as const),
    ...leftovers.map(rowOf),
  ];
}

function rowOf(created: CreatedData): Row {
  const { name = '', id = '', operation, certainty } = created;
  const noun = nounOf(created);
  return [certainty === undefined ? noun : `${noun}, maybe`, shownText(name), shownText(id), operation];
}

function shownText(text: string): string {
  return shortened(visible(text), LONGEST);
}

function codeOf(text: string): string {
  return text === '' ? '' : code(text);
}

function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
