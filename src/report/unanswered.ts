import { toCurl } from '../run-result/curl.ts';
import type { RunResult } from '../run-result/run-result.ts';
import { renderCurl } from './html/exchange.ts';
import { type Html, html } from './html/template.ts';
import { codeBlock } from './markdown.ts';
import { visible } from './visible.ts';

/** Of a command in a terminal, in characters. */
const LONGEST_LINE = 600;
const LONGEST_BLOCK = 8_000;

function sentence({ length }: readonly string[]): string {
  return length === 1
    ? 'This request was under way; the target may have died of it:'
    : 'These requests were under way; the target may have died of one of them (--concurrency 1 tells which):';
}

/** Commands that send again what was under way when the target stopped answering. */
function commands({ stop, target }: Pick<RunResult, 'stop' | 'target'>): string[] {
  return (stop?.unanswered ?? []).map((request) => toCurl(request, 'X-Api-Key', target));
}

function whereElse(command: string, longest: number): string {
  return command.length <= longest && !command.includes('\n') ? command : `${command.slice(0, 200)}… (see report.html)`;
}

/** For a terminal. */
export function unansweredText(result: Pick<RunResult, 'stop' | 'target'>): string[] {
  const lines = commands(result).map((command) => `  ${visible(whereElse(command, LONGEST_LINE))}`);
  return lines.length === 0 ? [] : [sentence(lines), ...lines];
}

export function unansweredMarkdown(result: Pick<RunResult, 'stop' | 'target'>): string[] {
  const lines = commands(result).map((command) => whereElse(command, LONGEST_BLOCK));
  return lines.length === 0 ? [] : [sentence(lines), codeBlock(lines.join('\n'), 'sh')];
}

export function unansweredHtml(result: Pick<RunResult, 'stop' | 'target'>): Html | undefined {
  const all = commands(result);
  if (all.length === 0) return undefined;
  return html`<section class="group" aria-labelledby="page-unanswered">
<h2 id="page-unanswered">Left without an answer</h2>
<p>${sentence(all)}</p>
${all.map(renderCurl)}
</section>`;
}
