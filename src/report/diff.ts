import type { Change, ChangeKind, ReportDiff } from '../run-result/comparison/diff.ts';
import { contractOf } from '../run-result/comparison/run-facts.ts';
import type { Side } from '../run-result/run-result.ts';
import { count } from '../run-result/words.ts';
import { type Block, facts, list, on, section, styled, text } from './blocks.ts';
import { timeText } from './wording.ts';
import { writeMarkdown } from './writers/markdown.ts';
import { writeText } from './writers/text.ts';

const HEADING: Readonly<Record<ChangeKind, (diff: ReportDiff) => string>> = {
  new: () => 'New failures',
  changed: () => 'Changed',
  added: ({ old, new: { suite } }) =>
    old.suite.version === suite.version
      ? 'Added requirements'
      : `Requirements new in version ${suite.version} of the suite`,
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
    ...on(['summary'], {
      kind: 'title',
      text: `Conformance: ${conclusion.charAt(0).toLowerCase()}${conclusion.slice(1)}`,
    }),
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
  const reason = message === undefined ? '' : `: ${withoutHead(message, id)}`;
  return [mark, styled('strong', id), ` ${title} (${level}, ${basis}; ${outcomes}${more})`, reason];
}

/** The message without the ID and the basis at its start, since the line of the change already contains both. */
function withoutHead(message: string, id: string): string {
  const end = message.startsWith(`${id} (`) ? message.indexOf('): ') : -1;
  return end < 0 ? message : message.slice(end + '): '.length);
}

/** Numbers of changes: `2 regressions, 1 failure of a new requirement, 3 other changes, 61 unchanged.` */
function conclusionOf({ changes, unchanged }: ReportDiff): string {
  const worse = changes.filter((change) => change.worse);
  const added = worse.filter(({ kind }) => kind === 'added').length;
  const regressions = worse.length - added;
  const others = changes.length - worse.length;
  const numbers = [
    ...(regressions > 0
      ? [count(regressions, 'regression')]
      : changes.length > 0
        ? ['No regressions']
        : ['No changes']),
    ...(added > 0 ? [added === 1 ? '1 failure of a new requirement' : `${added} failures of new requirements`] : []),
    ...(others > 0 ? [count(others, worse.length > 0 ? 'other change' : 'change')] : []),
    `${unchanged} unchanged`,
  ];
  return `${numbers.join(', ')}.`;
}

function sideText({ target, startedAt, verdict, ...of }: Side): string {
  return `${target.baseUrl}, ${timeText(startedAt)}: ${verdict}, contract ${contractOf(of)}`;
}
