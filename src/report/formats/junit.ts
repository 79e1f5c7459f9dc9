import junitReportBuilder, { type Builder, type TestCase } from 'junit-report-builder';
import { invalidWaivers } from '../../run-result/gate.ts';
import type { Outcome, RequirementResult } from '../../run-result/requirement-result.ts';
import type { RunResult } from '../../run-result/run-result.ts';
import {
  basisMeaning,
  byOperation,
  findings,
  isKnown,
  moreAbout,
  responseLine,
  type ShownFinding,
  statusLine,
  VERDICT_LABEL,
  verdictSentence,
  waiverSentences,
} from '../wording.ts';

// The types of the package declare a property `default`, but Node.js imports the builder itself.
const junit = junitReportBuilder as unknown as Builder;

const SKIPPED: ReadonlySet<Outcome> = new Set(['untestable', 'notApplicable', 'waived']);

/** Text with U+FFFD for each character that XML 1.0 §2.2 forbids. */
function xmlText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds control characters
  return text.toWellFormed().replace(/[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/g, '\uFFFD');
}

function indented(label: string, text: string | undefined): string[] {
  return text === undefined ? [] : [`  ${label}: ${text.replaceAll('\n', '\n    ')}`];
}

function findingText(finding: ShownFinding): string {
  return [
    finding.title,
    ...indented('message', finding.message),
    ...indented('expected', finding.expected),
    ...indented('actual', finding.actual),
    ...indented('response', responseLine(finding)),
    ...indented('response of the mock', referenceText(finding)),
    ...indented('deviation', finding.deviation),
    // The commands are not indented, since a quoted body may have several lines.
    ...(finding.curl === undefined ? [] : ['  to reproduce:', finding.curl]),
    ...(finding.replay === undefined ? [] : ['  to explore again:', finding.replay]),
  ].join('\n');
}

function referenceText({ exchanges }: ShownFinding): string | undefined {
  const { response, unavailable } = exchanges.at(-1)?.reference ?? {};
  return response === undefined ? unavailable : `${statusLine(response)} ${response.body}`.trim();
}

function ruleText({ id, text, reason, clause, level, basis, outcome }: RequirementResult): string {
  return [
    `${id}: ${text}`,
    ...(reason === undefined ? [] : [`why: ${reason}`]),
    ...(clause === undefined ? [] : [`clause: ${clause}`]),
    `level: ${level}`,
    `basis: ${basis} (${basisMeaning(basis, outcome)})`,
  ].join('\n');
}

function details(requirement: RequirementResult): string {
  const more = moreAbout(requirement);
  return [ruleText(requirement), ...findings(requirement).map(findingText), ...(more === undefined ? [] : [more])].join(
    '\n\n',
  );
}

/**
 * Adds a reason of `<skipped>` and escaped text, which the builder does not support: it writes texts as CDATA, and
 * escapes only the first `]]>` in them.
 */
function amend(testCase: TestCase, element: 'failure' | 'skipped' | 'system-out', text: string, message?: string) {
  const build = testCase.build.bind(testCase);
  testCase.build = (parent) => {
    const built = build(parent);
    const attributes = message === undefined ? {} : { message: xmlText(message) };
    const existing = built.children.find((child) => 'name' in child && child.name === element);
    if (existing === undefined) built.ele(element, attributes).txt(xmlText(text));
    else existing.att(attributes).txt(xmlText(text));
    return built;
  };
}

/** @param className name with a dot: tools show the part before it as a package */
function addRequirement(testCase: TestCase, className: string, requirement: RequirementResult): void {
  const { id, title, level, basis, outcome, exchanges } = requirement;
  const sent = exchanges.reduce((sum, exchange) => sum + exchange.durationMs, 0);
  const message = requirement.message ?? `${id} ${title}`;
  testCase.className(xmlText(className)).name(xmlText(`${id} ${title}`));
  testCase.time(Math.round(requirement.durationMs ?? sent) / 1000);
  if (outcome === 'failed' && isKnown(requirement)) {
    testCase.skipped();
    amend(testCase, 'skipped', details(requirement), `failed, as in the baseline: ${message}`);
  } else if (outcome === 'failed') {
    testCase.failure(xmlText(message), `${level}|${basis}`);
    amend(testCase, 'failure', details(requirement));
  } else if (SKIPPED.has(outcome)) {
    testCase.skipped();
    const why = [`${outcome}: ${message}`, ...waiverSentences(requirement)].join(' ');
    amend(testCase, 'skipped', outcome === 'waived' ? details(requirement) : ruleText(requirement), why);
  } else if (outcome === 'warned') {
    amend(testCase, 'system-out', `warning: ${message}\n\n${details(requirement)}`);
  }
}

/**
 * JUnit XML of the result, with a test suite for each operation and a test case for each requirement.
 *
 * A warning is a passed test with a text in its output, so that it does not fail the CI job. A waiver that fails the run
 * is a failed test. A failure that the baseline contains, too, is a skipped test.
 */
export function renderJunit(result: RunResult): string {
  const { contract, suite, target } = result;
  const builder = junit.newBuilder().name(xmlText(`${suite.name}: ${contract.title} ${contract.version}`));
  for (const [group, requirements] of byOperation(result.requirements)) {
    const testSuite = builder.testSuite().name(xmlText(group)).timestamp(xmlText(result.startedAt));
    testSuite
      .property('verdict', xmlText(`${VERDICT_LABEL[result.verdict]}: ${verdictSentence(result)}`))
      .property('target', xmlText(target.baseUrl))
      .property('contract.sha256', xmlText(contract.sha256))
      .property('suite.version', xmlText(suite.version));
    for (const requirement of requirements) {
      addRequirement(testSuite.testCase(), `${suite.name}.${group}`, requirement);
    }
  }
  const faults = invalidWaivers(result);
  if (faults.length > 0) {
    const testSuite = builder.testSuite().name('Waivers').timestamp(xmlText(result.startedAt));
    for (const { requirement, state, message, place } of faults) {
      const testCase = testSuite.testCase().className(`${suite.name}.Waivers`);
      testCase.name(xmlText(`${place}: the waiver of ${requirement}`)).failure(xmlText(message), state);
    }
  }
  // The builder also writes `skipped` on the root, but the schema of Jenkins (junit-10.xsd) allows it only on suites.
  // The first match is on the root: quotes in earlier texts are escaped.
  return `${builder.build().replace(/ skipped="\d+"/, '')}\n`;
}
