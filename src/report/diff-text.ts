import { createColors } from 'picocolors';
import type { Change, ChangeKind, ReportDiff } from '../run-result/diff.ts';
import { mapStrings } from '../run-result/map-strings.ts';
import { contractOf } from '../run-result/run-facts.ts';
import type { Side } from '../run-result/run-result.ts';
import { count } from '../run-result/words.ts';
import { code, plain, prose } from './markdown.ts';
import { asLines, visible } from './visible.ts';

const HEADING: Readonly<Record<ChangeKind, string>> = {
  new: 'New failures',
  changed: 'Changed',
  added: 'Added requirements',
  fixed: 'Fixed',
  removed: 'Removed requirements',
};

const KINDS = Object.keys(HEADING) as ChangeKind[];

function grouped({ changes }: ReportDiff): [string, readonly Change[]][] {
  const groups = KINDS.map((kind): [string, readonly Change[]] => [
    HEADING[kind],
    changes.filter((change) => change.kind === kind),
  ]);
  return groups.filter(([, ofKind]) => ofKind.length > 0);
}

/** `passed → failed` */
function became({ before, after }: Change): string {
  return [before, after].filter((outcome) => outcome !== undefined).join(' → ');
}

function conclusion({ changes, unchanged, worse }: ReportDiff): string {
  if (changes.length === 0) return `Nothing has changed (${count(unchanged, 'requirement')}).`;
  const number = changes.filter((change) => change.worse).length;
  const rest = `${count(unchanged, 'requirement')} unchanged`;
  return worse
    ? `${number} of ${count(changes.length, 'change')} for the worse, ${rest}.`
    : `Nothing is worse, ${rest}.`;
}

function side({ target, startedAt, verdict, ...of }: Side): string {
  return `${target.baseUrl}, ${startedAt}: ${verdict}, contract ${contractOf(of)}`;
}

/** The difference for a terminal. */
export function renderDiffText(given: ReportDiff, options: { color: boolean }): string {
  const diff = mapStrings(given, visible);
  const colors = createColors(options.color);
  const line = (change: Change) => {
    const mark = change.worse ? colors.red('✗') : change.kind === 'fixed' ? colors.green('✓') : ' ';
    const more =
      change.newDeviations > 0 && change.kind === 'changed' ? `, ${count(change.newDeviations, 'new case')}` : '';
    return [
      `  ${mark} ${colors.bold(change.id)} ${change.title} ${colors.dim(`(${change.level}, ${change.basis}; ${became(change)}${more})`)}`,
      ...(change.message === undefined ? [] : [`      ${change.message}`]),
    ];
  };
  const lines = [
    `old  ${side(diff.old)}`,
    `new  ${side(diff.new)}`,
    ...diff.remarks.map((remark) => colors.yellow(remark)),
    ...grouped(diff).flatMap(([heading, changes]) => ['', `${heading} (${changes.length})`, ...changes.flatMap(line)]),
    '',
    colors.bold(diff.worse ? colors.red(conclusion(diff)) : colors.green(conclusion(diff))),
  ];
  return asLines(lines);
}

/** The difference as Markdown, for a pull request's comment. */
export function renderDiffMarkdown(diff: ReportDiff): string {
  const line = (change: Change) =>
    `- **${plain(change.id)}** ${plain(change.title)} (${change.level}, ${change.basis}; ${became(change)})${
      change.message === undefined ? '' : `: ${prose(change.message)}`
    }`;
  const blocks = [
    `# ${conclusion(diff)}`,
    [
      `- old: ${code(side(diff.old))}`,
      `- new: ${code(side(diff.new))}`,
      ...diff.remarks.map((remark) => `- ${prose(remark)}`),
    ].join('\n'),
    ...grouped(diff).map(
      ([heading, changes]) => `## ${heading} (${changes.length})\n\n${changes.map(line).join('\n')}`,
    ),
  ];
  return `${blocks.join('\n\n')}\n`;
}
