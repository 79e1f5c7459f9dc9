import type { RequirementResult } from '../../run-result/requirement-result.ts';
import type { RunResult } from '../../run-result/run-result.ts';
import { count } from '../../run-result/words.ts';
import { type Block, facts, type Inline, list, on, styled, table, text } from '../blocks.ts';
import {
  BASES,
  checks,
  duration,
  failuresByBasis,
  GATE_LABEL,
  gateSentence,
  heading,
  LEVELS,
  notes,
  OUTCOMES,
  targetName,
  VERDICT_LABEL,
  verdictSentence,
  whyVerdict,
} from '../wording.ts';
import { coverageShare } from './coverage.ts';

const TONE = { conforming: 'good', nonconforming: 'bad', incomplete: 'warning' } as const;
const GATE_TONE = { passed: 'good', failed: 'bad', incomplete: 'warning' } as const;

/** Verdict with its reason, target, contract and time. */
export function headSection(result: RunResult): Block[] {
  const { contract, suite, target, requests, verdict } = result;
  const when = result.startedAt.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?Z$/, '$1 $2 UTC');
  const took = duration(result.durationMs);
  const failures = failuresByBasis(result);
  const sent = `${checks(result)}, ${count(requests, 'request')}`;
  const line = [
    styled(TONE[verdict], VERDICT_LABEL[verdict].toUpperCase()),
    `  ${targetName(target)}  `,
    styled('dim', `${sent}, ${(result.durationMs / 1000).toFixed(1)} s, contract ${contract.version}`),
  ];
  return [
    ...on(['page'], { kind: 'title', text: heading(result) }),
    ...on(['summary'], { kind: 'title', text: `${heading(result)}: ${contract.title} ${contract.version}` }),
    ...on(['terminal'], text(line), text(whyVerdict(result))),
    ...on(['terminal'], ...notes(result).map((note) => text(styled('warning', note))), ...gate(result)),
    ...on(['page', 'summary'], text(verdictSentence(result))),
    ...on(
      ['page', 'summary'],
      facts([
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
        ['When', [when, styled('dim', ` took ${took}`)]],
        ['Sent', [sent, styled('dim', ` by ${suite.name} ${suite.version}`)]],
        [
          'Judged',
          result.basis === 'all'
            ? 'all requirements'
            : 'documented and corrected requirements; decided ones are only reported',
        ],
        ['Coverage', result.coverage && { to: 'page-coverage', text: coverageShare(result.coverage) }],
      ]),
    ),
  ];
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

/** Tables with the outcomes of the requirements by basis and by level. */
export function countsSection(result: RunResult): Block[] {
  const counts = [countsTable(result, 'basis', BASES), countsTable(result, 'level', LEVELS)].flat();
  return [
    ...on(['page', 'summary'], ...counts),
    ...on(['terminal'], { kind: 'section', blocks: list(groups(result)) }),
  ];
}

function countsTable({ requirements, counts }: RunResult, name: 'basis' | 'level', values: readonly string[]): Block[] {
  const row = (label: Inline, rules: readonly RequirementResult[]) => [
    label,
    ...values.map((value) => rules.filter((rule) => rule[name] === value).length),
    rules.length,
  ];
  const rows = OUTCOMES.filter((outcome) => counts[outcome] > 0).map((outcome) =>
    row(
      { outcome },
      requirements.filter((rule) => rule.outcome === outcome),
    ),
  );
  return table(`Requirements by ${name}`, ['Outcome', ...values, 'Total'], [...rows, row('Total', requirements)], true);
}

/** Lines for the terminal: `documented MUST   3 passed, 1 failed`. */
function groups({ requirements }: RunResult): string[] {
  const byName = Map.groupBy(
    requirements.filter(({ outcome }) => outcome !== 'notApplicable'),
    ({ basis, level }) => `${basis.padEnd(10)} ${level}`,
  );
  return [...byName]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, rules]) => {
      const outcomes = [...Map.groupBy(rules, ({ outcome }) => outcome)];
      return `${name.padEnd(18)} ${outcomes.map(([outcome, some]) => `${some.length} ${outcome}`).join(', ')}`;
    });
}
