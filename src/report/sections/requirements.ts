import { isBroken, type Outcome, type RequirementResult } from '../../run-result/requirement-result.ts';
import type { RunResult } from '../../run-result/run-result.ts';
import {
  type Block,
  type Card,
  code,
  facts,
  list,
  MEDIA,
  type Medium,
  on,
  type ShownCase,
  section,
  styled,
  text,
  values,
} from '../blocks.ts';
import { COMMAND } from '../command.ts';
import { countCasesOfOutcome, inReportOrder, nextStep } from '../failures.ts';
import {
  basisMeaning,
  deviationLine,
  deviationNames,
  findings,
  isKnown,
  LEVEL_MEANING,
  moreAbout,
  OUTCOME_LABEL,
  OUTCOMES,
  referenceLine,
  responseLine,
  type ShownFinding,
  waiverSentence,
  waiverSentences,
} from '../wording.ts';

/** Maximum number of cards that are open at first. More of them would hide the list of failures. */
const MAX_OPEN = 3;

/** Requirements by outcome. */
export function requirementsSection(result: RunResult): Block[] {
  return OUTCOMES.flatMap((outcome) => ofOutcome(result, outcome));
}

export function nextStepSection(result: RunResult): Block[] {
  const fresh = inReportOrder(result.requirements, 'failed').filter((rule) => !isKnown(rule));
  const next = nextStep(fresh, result);
  return next === undefined ? [] : on(['terminal'], ...section({}, [text(styled('strong', next))]));
}

function ofOutcome(result: RunResult, outcome: Outcome): Block[] {
  const rules = inReportOrder(result.requirements, outcome);
  const title = OUTCOME_LABEL[outcome];
  switch (outcome) {
    case 'failed': {
      const known = rules.filter(isKnown);
      return [
        ...group(
          outcome,
          title,
          rules.filter((rule) => !isKnown(rule)),
          [],
          [],
        ),
        ...group('known', `${title}, as in the baseline`, known, ['terminal'], known.map(messageOf)),
      ];
    }
    case 'warned':
      return group(outcome, 'Warnings', rules, ['terminal'], rules.map(messageOf));
    case 'untestable':
      return group(outcome, title, rules, ['summary', 'terminal'], reasons(rules, result.stop?.message));
    case 'waived':
      return group(outcome, title, rules, ['summary', 'terminal'], result.requirements.flatMap(waiverLine));
    default:
      return group(outcome, title, rules, ['summary', 'terminal'], []);
  }
}

/** Group of requirements: a list on the media in `listed`, a card for each requirement on the others. */
function group(
  id: string,
  title: string,
  rules: readonly RequirementResult[],
  listed: readonly Medium[],
  lines: readonly string[],
): Block[] {
  const open = id === 'failed' ? rules.slice(0, rules.length > MAX_OPEN ? 1 : MAX_OPEN) : [];
  const head = { id: `page-${id}`, title, number: rules.length };
  const cards = section(
    head,
    rules.map((rule) => cardOf(rule, open.includes(rule))),
  );
  return [
    ...on(
      MEDIA.filter((medium) => !listed.includes(medium)),
      ...cards,
    ),
    ...on(listed, ...section(head, list(lines))),
  ];
}

function messageOf({ id, title, message }: RequirementResult): string {
  return message ?? `${id} ${title}`;
}

/** Reasons, each once, with the IDs of its requirements. The reason with the most requirements comes first. */
function reasons(rules: readonly RequirementResult[], stopped: string | undefined): string[] {
  const byReason = Map.groupBy(rules, ({ title, message = title }) => {
    const reason = message.replace(/^\S+(?: \([^)]*\))?: /, '');
    return reason === `${stopped}.` ? 'not run, since the run ended early.' : reason;
  });
  return [...byReason]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([reason, some]) => `${some.map(({ id }) => id).join(', ')}: ${reason}`);
}

function waiverLine(rule: RequirementResult): string[] {
  const waived = rule.cases.find(({ waiver }) => waiver);
  return waived ? [[waived.message ?? `${rule.id} ${rule.title}.`, ...waiverSentences(rule)].join(' ')] : [];
}

function cardOf(requirement: RequirementResult, isOpen: boolean): Card {
  const { id, text: rule, reason, basis, clause, level, outcome, operationId, page, message } = requirement;
  const shown = outcome === 'passed' ? [] : findings(requirement);
  const others = OUTCOMES.filter((one) => one !== 'passed' && one !== outcome);
  const isShown = message === undefined || shown.some((one) => one.message === message);
  const deviations = deviationNames(requirement);
  return {
    kind: 'card',
    requirement,
    isOpen,
    number: isBroken(requirement) ? countCasesOfOutcome(requirement) : 1,
    blocks: [
      ...on(
        ['terminal'],
        facts([
          ['Rule', rule],
          ['Why', reason],
        ]),
      ),
      ...on(
        ['page', 'summary'],
        facts([
          ['Rule', rule],
          ['Why', reason],
          [
            'Basis',
            [styled('strong', basis), `: ${basisMeaning(basis, outcome)}`, clause && styled('dim', ` (${clause})`)],
          ],
          ['Level', [styled('strong', level), `: ${LEVEL_MEANING[level]}`]],
          ['Operation', operationId && styled('code', operationId)],
          ['More', moreAbout(requirement)],
        ]),
      ),
      ...(isShown ? [] : on(['page'], text(styled('strong', message)))),
    ],
    cases: [shown, ...others.map((one) => requirement.cases.filter((other) => other.outcome === one))]
      .flat()
      .map((one) => caseOf(one, one !== requirement)),
    passed: requirement.cases.flatMap((one) => (one.outcome === 'passed' ? [one.title] : [])),
    end: [
      ...on(['page'], ...(deviations.length > 1 ? code('yaml', deviationLine(deviations), 'All deviations') : [])),
      ...on(['summary', 'terminal'], ...code('yaml', deviationLine(deviations))),
      ...on(['terminal'], ...(page === undefined ? [] : [text(styled('dim', `${COMMAND} explain ${id}, or ${page}`))])),
    ],
  };
}

function caseOf(finding: ShownFinding, isCase: boolean): ShownCase {
  const { title, outcome, message, expected, actual, exchanges, curl, replay, deviation, waiver } = finding;
  const reference = exchanges.at(-1)?.reference;
  return {
    ...(isCase && { title }),
    outcome,
    message,
    blocks: [
      ...(waiver ? [text(waiverSentence(waiver))] : []),
      ...values([
        ['Expected', expected],
        ['Actual', actual],
      ]),
      ...on(
        ['summary', 'terminal'],
        ...values([
          ['Response', responseLine(finding)],
          ['Mock', referenceLine(finding)],
        ]),
      ),
      ...on(['summary'], ...(reference?.unavailable === undefined ? [] : [text(reference.unavailable)])),
      ...on(
        ['page'],
        ...(deviation === undefined ? [] : [text(styled('dim', 'Deviation '), styled('code', deviation))]),
      ),
      ...(exchanges.length === 0 ? [] : on(['page'], { kind: 'exchanges', exchanges })),
      ...code('sh', curl, 'Reproduce'),
      ...code('sh', replay, 'Explore again'),
    ],
  };
}
