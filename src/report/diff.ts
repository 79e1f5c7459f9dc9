import type { Change, ChangeKind, ReportDiff } from '../run-result/comparison/diff.ts';
import { contractOf } from '../run-result/comparison/run-facts.ts';
import type { Side } from '../run-result/run-result.ts';
import { count } from '../run-result/words.ts';
import { type Block, facts, list, on, section, styled, text } from './blocks.ts';
import { writeMarkdown } from './writers/markdown.ts';
import { writeText } from './writers/text.ts';

const HEADING: Readonly<Record<ChangeKind, string>> = {
  new: 'New failures',
  changed: 'Changed',
  added: 'Added requirements',
  fixed: 'Fixed',
  removed: 'Removed requirements',
};

/** Text of the difference for a terminal. */
export function renderDiffText(diff: ReportDiff, options: { readonly color: boolean }): string {
  return writeText(blocksOf(diff), options);
}

/** Markdown of the difference, for a comment on a pull request. */
export function renderDiffMarkdown(diff: ReportDiff): string {
  return writeMarkdown(blocksOf(diff));
}

function blocksOf(diff: ReportDiff): Block[] {
  const conclusion = conclusionOf(diff);
  const kinds = Object.keys(HEADING) as ChangeKind[];
  return [
    ...on(['summary'], { kind: 'title', text: conclusion }),
    facts([
      ['Old', sideText(diff.old)],
      ['New', sideText(diff.new)],
    ]),
    ...list(diff.remarks.map((remark) => styled('warning', remark))),
    ...kinds.flatMap((kind) => {
      const changes = diff.changes.filter((change) => change.kind === kind);
      return section({ title: HEADING[kind], number: changes.length }, list(changes.map(lineOf)));
    }),
    ...on(['terminal'], ...section({}, [text(styled(diff.worse ? 'bad' : 'good', conclusion))])),
  ];
}

/** Line of a change: `✗ D42 title (MUST, decided; passed → failed, 2 new cases): message`. */
function lineOf({ kind, id, title, level, basis, before, after, newDeviations, message, worse }: Change) {
  const outcomes = [before, after].filter((outcome) => outcome !== undefined).join(' → ');
  const more = newDeviations > 0 && kind === 'changed' ? `, ${count(newDeviations, 'new case')}` : '';
  const mark = worse ? styled('bad', '✗ ') : kind === 'fixed' ? styled('good', '✓ ') : '';
  const reason = message === undefined ? '' : `: ${message}`;
  return [mark, styled('strong', id), ` ${title} (${level}, ${basis}; ${outcomes}${more})`, reason];
}

function conclusionOf({ changes, unchanged, worse }: ReportDiff): string {
  if (changes.length === 0) return `No changes (${count(unchanged, 'requirement')}).`;
  const number = changes.filter((change) => change.worse).length;
  const rest = `${count(unchanged, 'requirement')} unchanged`;
  return worse
    ? `${number} of ${count(changes.length, 'change')} ${number === 1 ? 'is a regression' : 'are regressions'}, ${rest}.`
    : `No regressions, ${rest}.`;
}

function sideText({ target, startedAt, verdict, ...of }: Side): string {
  return `${target.baseUrl}, ${startedAt}: ${verdict}, contract ${contractOf(of)}`;
}
