import { faultyWaivers } from './gate.ts';
import type { RequirementResult, RunResult } from './run-result.ts';
import {
  deviationNames,
  findings,
  isKnown,
  targetName,
  VERDICT_LABEL,
  verdictSentence,
  waiverSentences,
} from './wording.ts';

/** A line of text: `#` would begin a directive, `\` an escape. */
function line(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/[\\#]/g, (character) => `\\${character}`);
}

/** Directives of outcomes that are no failure of the target: a consumer of TAP counts them apart. */
function directive(requirement: RequirementResult): string {
  const { id, title, outcome, message } = requirement;
  const reason = line([message ?? `${id} ${title}`, ...waiverSentences(requirement)].join(' '));
  switch (outcome) {
    case 'untestable':
    case 'notApplicable':
      return ` # SKIP ${outcome}: ${reason}`;
    case 'warned':
    case 'waived':
      return ` # TODO ${outcome}: ${reason}`;
    case 'failed':
      return isKnown(requirement) ? ` # TODO failed, as in the baseline: ${reason}` : '';
    default:
      return '';
  }
}

/** YAML 1.2 takes JSON as it is, but for characters that it calls not printable (§5.1). */
function yaml(name: string, value: string | readonly string[] | undefined): string[] {
  if (value === undefined) return [];
  const json = JSON.stringify(
    typeof value === 'string' ? value.toWellFormed() : value.map((one) => one.toWellFormed()),
  );
  const printable = json.replaceAll(
    /[\x7F-\x9F\uFEFF\uFFFE\uFFFF]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return [`  ${name}: ${printable}`];
}

function diagnostics(requirement: RequirementResult): string[] {
  const { message, text, level, basis, clause, operationId, expected, actual, curl, replay, outcome } = requirement;
  return [
    '  ---',
    ...yaml('message', message),
    ...yaml('severity', outcome === 'failed' ? 'fail' : 'comment'),
    ...yaml('found', actual),
    ...yaml('wanted', expected),
    ...yaml('rule', text),
    ...yaml('level', level),
    ...yaml('basis', basis),
    ...yaml('clause', clause),
    ...yaml('operationId', operationId),
    ...yaml(
      'cases',
      findings(requirement).map(({ title }) => title),
    ),
    ...yaml('deviations', deviationNames(requirement)),
    ...yaml('curl', curl),
    ...yaml('replay', replay),
    '  ...',
  ];
}

function testPoint(requirement: RequirementResult, number: number): string[] {
  const { id, title, outcome } = requirement;
  const holds = outcome === 'passed' || outcome === 'untestable' || outcome === 'notApplicable';
  const start = `${holds ? 'ok' : 'not ok'} ${number} - ${line(`${id} ${title}`)}${directive(requirement)}`;
  return holds ? [start] : [start, ...diagnostics(requirement)];
}

/**
 * The result as TAP 14: a test point for each requirement. What only warns, is waived or known is a TODO, what
 * could not be tested a SKIP, so that only what failed makes a consumer fail. So does a waiver that fails the run.
 */
export function renderTap(result: RunResult): string {
  const { suite, contract, target, requirements, verdict } = result;
  const faults = faultyWaivers(result);
  const lines = [
    'TAP version 14',
    `1..${requirements.length + faults.length}`,
    `# ${line(`${suite.name} ${suite.version}: ${contract.title} ${contract.version} at ${targetName(target)}`)}`,
    ...requirements.flatMap((requirement, index) => testPoint(requirement, index + 1)),
    ...faults.map(({ message }, index) => `not ok ${requirements.length + index + 1} - ${line(message)}`),
    `# ${line(`${VERDICT_LABEL[verdict]}: ${verdictSentence(result)}`)}`,
  ];
  return `${lines.join('\n')}\n`;
}
