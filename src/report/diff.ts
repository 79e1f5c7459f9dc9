import type { Change, ChangeKind, ReportDiff } from '../run-result/comparison/diff.ts';
import { contractOf } from '../run-result/comparison/run-facts.ts';
import type { Side } from '../run-result/run-result.ts';
import { count } from '../run-result/words.ts';
import { type Block, facts, list, on, section, styled, text } from './blocks.ts';
import { writeMarkdown } from './writers/markdown.ts';
import { writeText } from './writers/text.ts';

const HEADING: Readonly<Record<ChangeKind, (diff: ReportDiff) => string>> = {
  new: () => 'New failures',
  changed: () => 'Changed',
  added: ({ old, new: { suite } }) =>
    old.suite.version === suite.version ? 'Added requirements' : `New in version ${suite.version} of the suite`,
  fixed: () => 'Fixed',
  removed: () => 'Removed requirements',
};

/** Text for a terminal about the difference between two reports. */
export function renderDiffText(diff: ReportDiff, options: { readonly color: boolean }): string {
  return writeText(blocksOf(diff), options);
}

/** Markdown about the difference between two reports, for a comment on a pull request. */
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
      return section({ title: HEADING[kind](diff), number: changes.length }, list(changes.map(lineOf)));
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

/** Numbers of changes: `2 regressions, 3 other changes, 61 unchanged.` */
function conclusionOf({ changes, unchanged }: ReportDiff): string {
  const worse = changes.filter((change) => change.worse).length;
  const others = changes.length - worse;
  const numbers = [
    ...(worse > 0 ? [count(worse, 'regression')] : others > 0 ? ['No regressions'] : ['No changes']),
    ...(others > 0 ? [count(others, worse > 0 ? 'other change' : 'change')] : []),
    `${unchanged} unchanged`,
  ];
  return `${numbers.join(', ')}.`;
}

function sideText({ target, startedAt, verdict, ...of }: Side): string {
  return `${target.baseUrl}, ${startedAt}: ${verdict}, contract ${contractOf(of)}`;
}
