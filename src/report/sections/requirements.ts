import { toCurl } from '../../run-result/curl.ts';
import { isBroken, type Outcome, type RequirementResult } from '../../run-result/requirement-result.ts';
import type { RunResult } from '../../run-result/run-result.ts';
import {
  type Block,
  type Card,
  facts,
  type Inline,
  list,
  type Medium,
  on,
  type ShownCase,
  section,
  styled,
  text,
} from '../blocks.ts';
import { countCasesOfOutcome, inReportOrder, type MergedFailure, mergeSameExchange, nextStep } from '../failures.ts';
import { shortLine } from '../short-line.ts';
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
  pageUrl,
  type ShownFinding,
  waiverSentences,
} from '../wording.ts';

/**
 * Media other than the HTML page, which shows a card for each requirement. The summary and the terminal merge failures
 * with the same exchange, and list the requirements whose outcome is not a failure.
 */
const BRIEF: readonly Medium[] = ['summary', 'terminal'];

/**
 * Maximum number of failures whose cards are all open at first. With more failures, only the first card is open, since
 * open cards would hide the list of failures.
 */
const MAX_OPEN = 3;

/** Sections of the requirements, one or more per outcome. */
export function requirementsSection(result: RunResult): Block[] {
  return OUTCOMES.flatMap((outcome) => (outcome === 'failed' ? failures(result) : ofOutcome(result, outcome)));
}

export function nextStepSection(result: RunResult): Block[] {
  const fresh = inReportOrder(result.requirements, 'failed').filter((rule) => !isKnown(rule));
  const next = nextStep(fresh, result);
  return next === undefined ? [] : on(['terminal'], ...section({}, [text(styled('strong', next))]));
}

/** Sections of the failures: new failures first, then failures that the baseline contains. */
function failures(result: RunResult): Block[] {
  const { baseline, suite } = result;
  const all = inReportOrder(result.requirements, 'failed');
  const [known, fresh] = [all.filter(isKnown), all.filter((rule) => !isKnown(rule))];
  const opened = fresh.slice(0, fresh.length > MAX_OPEN ? 1 : MAX_OPEN);
  const card = ({ requirement, alsoBroken }: MergedFailure): Block =>
    cardOf(requirement, alsoBroken, result, opened.includes(requirement));
  const kindOf = ({ id }: RequirementResult) =>
    baseline?.added?.includes(id) ? 'added' : baseline?.waived?.includes(id) ? 'unwaived' : 'failed';
  const kinds = [
    ['failed', 'Failed'],
    ['unwaived', 'Failed, waived in the baseline'],
    ['added', `Failed, new in version ${suite.version} of the suite`],
  ] as const;
  return [
    ...kinds.flatMap(([kind, title]) => {
      const rules = fresh.filter((rule) => kindOf(rule) === kind);
      const head = { id: `page-${kind}`, title, number: rules.length };
      const merged = mergeSameExchange(rules);
      // On the HTML page, a requirement that was merged into another one still has its own card, so that links and
      // filters find this card.
      const single = rules.map((requirement) => {
        const { alsoBroken = [] } = merged.find((one) => one.requirement === requirement) ?? {};
        return card({ requirement, alsoBroken });
      });
      return [...on(['page'], ...section(head, single)), ...on(BRIEF, ...section(head, merged.map(card)))];
    }),
    ...group('known', 'Failed, as in the baseline', known, known.map(shortLine), result),
  ];
}

function ofOutcome(result: RunResult, outcome: Exclude<Outcome, 'failed'>): Block[] {
  const { requirements, stop } = result;
  const rules = inReportOrder(requirements, outcome);
  const lines = {
    warned: () => rules.map(shortLine),
    untestable: () => reasons(rules, stop?.message),
    waived: () => requirements.flatMap(waiverLine),
    notApplicable: () => [],
    passed: () => [],
  };
  const title = outcome === 'warned' ? 'Warnings' : OUTCOME_LABEL[outcome];
  return group(outcome, title, rules, lines[outcome](), result);
}

/** Group of requirements: a card for each requirement on the HTML page, a list in other media. */
function group(
  id: string,
  title: string,
  rules: readonly RequirementResult[],
  lines: readonly Inline[],
  result: RunResult,
): Block[] {
  const head = { id: `page-${id}`, title, number: rules.length };
  const all = rules.map((rule) => cardOf(rule, [], result, false));
  return [...on(['page'], ...section(head, all)), ...on(BRIEF, ...section(head, list(lines)))];
}

/**
 * Distinct reasons of untestable requirements, each with the IDs of the requirements. The reason with the most
 * requirements comes first.
 */
function reasons(rules: readonly RequirementResult[], stopped: string | undefined): string[] {
  const byReason = Map.groupBy(rules, ({ title, message = title }) => {
    const reason = message.replace(/^\S+(?: \([^)]*\))?: /, '');
    return reason === `${stopped}.` ? 'not run, since the run ended early.' : reason;
  });
  return [...byReason]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([reason, some]) => `${some.map(({ id }) => id).join(', ')}: ${reason}`);
}

function waiverLine(rule: RequirementResult): Inline[] {
  const waived = rule.cases.find(({ waiver }) => waiver);
  const sentences = waiverSentences(rule).flatMap((sentence) => [' ', sentence]);
  return waived ? [[waived.message ?? `${rule.id} ${rule.title}.`, ...sentences]] : [];
}

function cardOf(
  requirement: RequirementResult,
  alsoBroken: readonly RequirementResult[],
  { suite, target }: Pick<RunResult, 'suite' | 'target'>,
  isOpen: boolean,
): Card {
  const { text: rule, reason, basis, clause, level, outcome, operationId, since } = requirement;
  const shown = outcome === 'passed' ? [] : findings(requirement);
  const others = OUTCOMES.filter((one) => one !== 'passed' && one !== outcome);
  const deviations = deviationLine(deviationNames(requirement));
  const url = pageUrl(requirement, suite);
  return {
    kind: 'card',
    requirement,
    isOpen,
    number: isBroken(requirement) ? countCasesOfOutcome(requirement) : 1,
    alsoBroken,
    facts: [
      facts([
        ['Rule', rule],
        ['Why', reason],
        [
          'Basis',
          [styled('strong', basis), `: ${basisMeaning(basis, outcome)}`, clause && styled('dim', ` (${clause})`)],
        ],
        ['Level', [styled('strong', level), `: ${LEVEL_MEANING[level]}`]],
        ['Operation', operationId && styled('code', operationId)],
        ['Since', since && `version ${since} of the suite`],
        ['More', url === undefined ? moreAbout(requirement) : { url, text: `Examples and cases of ${requirement.id}` }],
      ]),
    ],
    cases: [shown, ...others.map((one) => requirement.cases.filter((other) => other.outcome === one))]
      .flat()
      .map((one, index) => caseOf(one, one !== requirement, index === 0 ? target : undefined)),
    passed: requirement.cases.flatMap((one) => (one.outcome === 'passed' ? [one.title] : [])),
    ...(deviations !== undefined && { deviations }),
  };
}

/**
 * @param target target of the run, for the shortened `curl` command on a terminal. The target is given only for the
 *   first case of a requirement, since a terminal shows only the command of this case.
 */
function caseOf(finding: ShownFinding, isCase: boolean, target: RunResult['target'] | undefined): ShownCase {
  const last = finding.exchanges.at(-1);
  return {
    ...(isCase && { title: finding.title }),
    finding,
    ...(last && target && { shortCurl: toCurl(last.request, target, 'short') }),
  };
}
