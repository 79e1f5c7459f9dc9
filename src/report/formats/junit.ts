import xmlbuilder, { type XMLElement } from 'xmlbuilder';
import { invalidWaivers } from '../../run-result/gate.ts';
import type { Outcome, RequirementResult } from '../../run-result/requirement-result.ts';
import type { RunResult } from '../../run-result/run-result.ts';
import { visible } from '../visible.ts';
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

const SKIPPED: ReadonlySet<Outcome> = new Set(['untestable', 'notApplicable', 'waived']);

/**
 * Text without characters that XML 1.0 §2.2 forbids: control characters become visible text, and others become U+FFFD.
 */
function xmlText(text: string): string {
  return visible(text).replace(/[\uFFFE\uFFFF]/g, '\uFFFD');
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
    // The commands `curl` and `replay` are not indented, since indentation would change a request body of several lines
    // in a command.
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

type Attributes = Readonly<Record<string, string | number>>;

/** XML element with the outcome of a JUnit test case; absent for a passed test case. */
interface Remark {
  readonly element: 'failure' | 'skipped' | 'system-out';
  readonly attributes: Attributes;
  readonly text?: string;
}

interface TestSuite {
  readonly name: string;
  readonly properties: Attributes;
  readonly tests: readonly { readonly attributes: Attributes; readonly remark: Remark | undefined }[];
}

function remarkOf(requirement: RequirementResult): Remark | undefined {
  const { id, title, level, basis, outcome } = requirement;
  const message = requirement.message ?? `${id} ${title}`;
  const skipped = (reason: string, text: string): Remark => ({
    element: 'skipped',
    attributes: { message: reason },
    text,
  });
  if (outcome === 'failed') {
    if (isKnown(requirement)) return skipped(`failed, as in the baseline: ${message}`, details(requirement));
    return { element: 'failure', attributes: { message, type: `${level}|${basis}` }, text: details(requirement) };
  }
  if (SKIPPED.has(outcome)) {
    const why = [`${outcome}: ${message}`, ...waiverSentences(requirement)].join(' ');
    return skipped(why, outcome === 'waived' ? details(requirement) : ruleText(requirement));
  }
  if (outcome !== 'warned') return undefined;
  return { element: 'system-out', attributes: {}, text: `warning: ${message}\n\n${details(requirement)}` };
}

function secondsOf({ durationMs, exchanges }: RequirementResult): number {
  return Math.round(durationMs ?? exchanges.reduce((sum, exchange) => sum + exchange.durationMs, 0)) / 1000;
}

/** Adds an element. The XML builder escapes texts and attributes. */
function add(parent: XMLElement, element: string, attributes: Attributes, text?: string): XMLElement {
  const added = parent.ele(
    element,
    Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, xmlText(String(value))])),
  );
  return text === undefined ? added : added.txt(xmlText(text));
}

function countOf({ tests }: TestSuite, element: Remark['element']): number {
  return tests.filter(({ remark }) => remark?.element === element).length;
}

/**
 * JUnit XML of the result, with a test suite for each operation and a test case for each requirement.
 *
 * A requirement with a warning is a passed test with the warning in its output, so that the warning does not fail the
 * CI job. A waiver that fails the run is a failed test. A failure that the baseline also contains is a skipped test.
 */
export function renderJunit(result: RunResult): string {
  const { contract, suite, target } = result;
  const properties = {
    verdict: `${VERDICT_LABEL[result.verdict]}: ${verdictSentence(result)}`,
    target: target.baseUrl,
    'contract.sha256': contract.sha256,
    'suite.version': suite.version,
  };
  const suites = [...byOperation(result.requirements)].map(([name, requirements]): TestSuite => {
    // Tools that read JUnit files show the part of a class name before the dot as a package.
    const tests = requirements.map((requirement) => ({
      attributes: {
        classname: `${suite.name}.${name}`,
        name: `${requirement.id} ${requirement.title}`,
        time: secondsOf(requirement),
      },
      remark: remarkOf(requirement),
    }));
    return { name, properties, tests };
  });
  const waivers = invalidWaivers(result).map(({ requirement, state, message, place }) => ({
    attributes: { classname: `${suite.name}.Waivers`, name: `${place}: the waiver of ${requirement}` },
    remark: { element: 'failure' as const, attributes: { message, type: state } },
  }));
  if (waivers.length > 0) suites.push({ name: 'Waivers', properties: {}, tests: waivers });
  const sumOf = (count: (one: TestSuite) => number) => suites.reduce((sum, one) => sum + count(one), 0);
  const root = add(xmlbuilder.begin().dec({ encoding: 'UTF-8' }), 'testsuites', {
    name: `${suite.name}: ${contract.title} ${contract.version}`,
    tests: sumOf(({ tests }) => tests.length),
    failures: sumOf((one) => countOf(one, 'failure')),
    errors: 0,
  });
  for (const one of suites) addSuite(root, one, result.startedAt);
  return `${root.end({ pretty: true })}\n`;
}

function addSuite(root: XMLElement, suite: TestSuite, timestamp: string): void {
  const element = add(root, 'testsuite', {
    name: suite.name,
    timestamp,
    tests: suite.tests.length,
    failures: countOf(suite, 'failure'),
    errors: 0,
    skipped: countOf(suite, 'skipped'),
  });
  const properties = Object.entries(suite.properties);
  if (properties.length > 0) {
    const list = element.ele('properties');
    for (const [name, value] of properties) add(list, 'property', { name, value });
  }
  for (const { attributes, remark } of suite.tests) {
    const testCase = add(element, 'testcase', attributes);
    if (remark) add(testCase, remark.element, remark.attributes, remark.text);
  }
}
