import { cleanupSentence, type Left, leftoverCounts, nounOf } from '../run-result/leftovers.ts';
import type { CreatedData } from '../run-result/trace.ts';
import { type Html, html } from './html/template.ts';
import { code, plain, table } from './markdown.ts';
import { shortened } from './shortened.ts';
import { visible } from './visible.ts';

/** Rows that a summary in Markdown shows; report.json has all. */
const MAX_ROWS = 20;

const LONGEST = 80;

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
