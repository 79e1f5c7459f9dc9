import type { RequirementResult } from '../../run-result/requirement-result.ts';
import type { RunResult } from '../../run-result/run-result.ts';
import { type Block, facts, type Inline, list, on, styled, table, text } from '../blocks.ts';
import {
  BASES,
  duration,
  failuresByBasis,
  GATE_LABEL,
  gateSentence,
  heading,
  LEVELS,
  notes,
  OUTCOMES,
  sentWords,
  targetName,
  timeText,
  verdictSentence,
  whyVerdict,
} from '../wording.ts';
import { coverageShare } from './coverage.ts';

const TONE = { conforming: 'good', nonconforming: 'bad', incomplete: 'warning' } as const;
const MARK = { conforming: '✓', nonconforming: '✗', incomplete: '?' } as const;
const GATE_TONE = { passed: 'good', failed: 'bad', incomplete: 'warning' } as const;

/**
 * First section of a report: the verdict with its reason, the target, the contract, and the time and duration of the
 * run.
 */
export function headSection(result: RunResult): Block[] {
  const { contract, shard, verdict } = result;
  const title = heading(result);
  const shownTitle = shard ? title.replace('Shard', 'SHARD') : title.split(',', 1)[0]?.toUpperCase();
  const line = [
    styled(TONE[verdict], shownTitle ?? ''),
    `  ${targetName(result.target)}  `,
    styled('dim', `${sentWords(result)}, ${duration(result.durationMs)}, contract ${contract.version}`),
  ];
  const sentences = [...notes(result), gateSentence(result)].filter((one) => one !== '');
  return [
    ...on(['page'], { kind: 'title', text: `${MARK[verdict]} ${title}` }),
    ...on(['page'], text(pageLine(result)), { kind: 'bar', counts: result.counts }),
    ...on(['page'], ...(sentences.length === 0 ? [] : [text(sentences.join(' '))])),
    ...on(['page'], { kind: 'details', summary: 'Run details', blocks: [details(result)] }),
    ...on(['summary'], { kind: 'title', text: `${MARK[verdict]} ${title}: ${contract.title} ${contract.version}` }),
    ...on(['summary'], text(verdictSentence(result)), details(result)),
    ...on(['terminal'], text(line), text(whyVerdict(result))),
    ...on(['terminal'], ...notes(result).map((note) => text(styled('warning', note))), ...gate(result)),
  ];
}

/**
 * Facts about the run in one line: `5 of 66 requirements failed · http://localhost:8080 · 4.9 s · 2026-03-02 10:15
 * UTC`.
 */
function pageLine(result: RunResult): Inline {
  const when = timeText(result.startedAt).replace(/:\d\d UTC$/, ' UTC');
  return [
    styled('strong', whyVerdict(result).replace(/\.$/, '')),
    ' · ',
    styled('code', targetName(result.target)),
    ` · ${duration(result.durationMs)} · ${when}`,
  ];
}

function details(result: RunResult): Block {
  const { basis, contract, coverage, suite, target } = result;
  const failures = failuresByBasis(result);
  return facts([
    ['Failures', failures.length === 0 ? undefined : failures.join(', ')],
    ['Target', styled('code', targetName(target))],
    [
      'Contract',
      [
        `${contract.title} ${contract.version} `,
        styled('dim', 'SHA-256 '),
        styled('code', contract.sha256.slice(0, 12)),
      ],
    ],
    ['When', [timeText(result.startedAt), styled('dim', ` took ${duration(result.durationMs)}`)]],
    ['Sent', [sentWords(result), styled('dim', ` by ${suite.name} ${suite.version}`)]],
    [
      'Judged',
      basis === 'all' ? 'all requirements' : 'documented and corrected requirements; decided ones are only reported',
    ],
    ['Coverage', coverage && { to: 'page-coverage', text: coverageShare(coverage) }],
  ]);
}

function gate(result: RunResult): Block[] {
  const { gate: decision } = result;
  if (!decision || gateSentence(result) === '') return [];
  const end = decision.reasons.length > 0 ? ':' : '.';
  return [
    text(styled(GATE_TONE[decision.outcome], `${GATE_LABEL[decision.outcome]}${end}`)),
    ...list(decision.reasons),
  ];
}

/**
 * Numbers of requirements by outcome, basis and level. The HTML page has no such section, since its filters show the
 * numbers.
 */
export function countsSection(result: RunResult): Block[] {
  return [
    ...on(['summary'], ...countsTable(result)),
    ...on(['terminal'], { kind: 'section', blocks: list(groups(result)) }),
  ];
}

function countsTable({ requirements, counts }: RunResult): Block[] {
  const row = (label: Inline, rules: readonly RequirementResult[]) => [
    label,
    ...BASES.map((basis) => rules.filter((rule) => rule.basis === basis).length),
    rules.length,
  ];
  const rows = OUTCOMES.filter((outcome) => counts[outcome] > 0).map((outcome) =>
    row(
      { outcome },
      requirements.filter((rule) => rule.outcome === outcome),
    ),
  );
  return table('Requirements', ['Outcome', ...BASES, 'Total'], [...rows, row('Total', requirements)], true);
}

/** Numbers of outcomes for each basis and level, as lines for a terminal: `documented MUST 1 failed, 3 passed`. */
function groups({ requirements }: RunResult): string[] {
  return BASES.flatMap((basis) =>
    LEVELS.flatMap((level) => {
      const rules = requirements.filter((rule) => rule.basis === basis && rule.level === level);
      const numbers = OUTCOMES.filter((outcome) => outcome !== 'notApplicable').flatMap((outcome) => {
        const number = rules.filter((rule) => rule.outcome === outcome).length;
        return number === 0 ? [] : [`${number} ${outcome}`];
      });
      return numbers.length === 0 ? [] : [`${basis.padEnd(10)} ${level.padEnd(6)}  ${numbers.join(', ')}`];
    }),
  );
}
