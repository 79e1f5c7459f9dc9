import { createHash } from 'node:crypto';
import type { Place } from '../../contract/document/rule-places.ts';
import type { Level } from '../../contract/requirement.ts';
import { invalidWaivers } from '../../run-result/gate.ts';
import { mapStrings } from '../../run-result/map-strings.ts';
import type { Outcome, RequirementResult } from '../../run-result/requirement-result.ts';
import type { RunResult } from '../../run-result/run-result.ts';
import { countCasesOfOutcome } from '../failures.ts';
import { visible, visibleJson } from '../visible.ts';
import {
  basisMeaning,
  deviationNames,
  isKnown,
  moreAbout,
  pageUrl,
  VERDICT_LABEL,
  verdictSentence,
  waiverSentence,
} from '../wording.ts';

const LEVEL: Readonly<Record<Level, string>> = { MUST: 'error', SHOULD: 'warning', MAY: 'note' };

/** SARIF kind and level of a result, by the outcome of the requirement. `open` means undecided (§3.27.9). */
const JUDGED: Partial<Record<Outcome, { readonly kind: string; readonly level: string }>> = {
  failed: { kind: 'fail', level: 'error' },
  warned: { kind: 'fail', level: 'warning' },
  waived: { kind: 'fail', level: 'note' },
  untestable: { kind: 'open', level: 'none' },
};

/**
 * Name of the base URI for the path of the contract: the root of the project with the contract. The program that reads
 * the SARIF file resolves the base URI (§3.14.14).
 */
const ROOT = '%SRCROOT%';

function rule(requirement: RequirementResult, suite: RunResult['suite']) {
  const url = pageUrl(requirement, suite);
  const { id, title, text, reason, clause, level, basis, operationId } = requirement;
  const more = moreAbout(requirement);
  const source = `${level}, ${basis}${clause === undefined ? '' : ` ${clause}`}: ${basisMeaning(basis, 'failed')}.`;
  const paragraphs = [
    text,
    ...(reason === undefined ? [] : [`Why: ${reason}`]),
    source,
    ...(more === undefined ? [] : [`${more}.`]),
  ];
  return {
    id,
    name: title,
    shortDescription: { text: title },
    fullDescription: { text },
    help: { text: paragraphs.join('\n\n'), markdown: paragraphs.join('\n\n') },
    ...(url !== undefined && { helpUri: url }),
    defaultConfiguration: { level: LEVEL[level] },
    properties: { tags: [level, basis, ...(operationId === undefined ? [] : [operationId])] },
  };
}

function location({ line, column, pointer }: Place, uri: string) {
  return {
    physicalLocation: {
      artifactLocation: { uri, uriBaseId: ROOT, index: 0 },
      region: { startLine: line, startColumn: column },
    },
    logicalLocations: [{ fullyQualifiedName: pointer === '' ? '/' : pointer, kind: 'object' }],
  };
}

/**
 * Fingerprint of the result for a requirement. The fingerprint is the same in every run, even if the rule moves to
 * another line of the document.
 */
function fingerprint({ id }: RequirementResult): string {
  return createHash('sha256').update(`integration-contract requirement ${id}`).digest('hex').slice(0, 32);
}

/** Text without embedded links (§3.11.6), whose addresses a target could choose. */
function plainText(text: string): string {
  return visible(text).replaceAll('](', '] (');
}

function messageOf(requirement: RequirementResult): string {
  const { id, title, message, expected, actual, curl, replay } = requirement;
  const number = countCasesOfOutcome(requirement);
  return [
    `${message ?? `${id}: ${title}`}${number > 1 ? ` (${number} cases)` : ''}`,
    ...(expected === undefined ? [] : [`Expected: ${expected}`]),
    ...(actual === undefined ? [] : [`Actual: ${actual}`]),
    ...(curl === undefined ? [] : [`To reproduce: ${curl}`]),
    ...(replay === undefined ? [] : [`To explore again: ${replay}`]),
  ].join('\n');
}

/** Property baselineState (§3.27.24). */
function baselineState(requirement: RequirementResult) {
  const { sinceBaseline } = requirement;
  return sinceBaseline === undefined ? {} : { baselineState: isKnown(requirement) ? 'unchanged' : 'new' };
}

/** Property `suppressions` (§3.27.23); absent for a result without a waiver. */
function suppressionsOf({ outcome, cases }: RequirementResult) {
  if (outcome !== 'waived') return {};
  const waivers = new Map(cases.flatMap(({ waiver }) => (waiver ? [[waiverSentence(waiver), waiver] as const] : [])));
  const suppressions = [...waivers].map(([sentence, { owner, expires }]) => ({
    kind: 'external',
    status: 'accepted',
    justification: sentence,
    properties: { owner, expires },
  }));
  return { suppressions };
}

function resultOf(requirement: RequirementResult, ruleIndex: number, uri: string) {
  const {
    id,
    level,
    basis,
    clause,
    outcome,
    operationId,
    places = [{ pointer: '', line: 1, column: 1 }],
  } = requirement;
  const [first, ...others] = places.map((place) => location(place, uri));
  const mark = fingerprint(requirement);
  return {
    ruleId: id,
    ruleIndex,
    ...JUDGED[outcome],
    message: { text: messageOf(requirement) },
    locations: [first],
    ...(others.length > 0 && { relatedLocations: others.map((other, index) => ({ id: index + 1, ...other })) }),
    // GitHub's code scanning identifies an alert by the property `partialFingerprints`.
    partialFingerprints: { primaryLocationLineHash: `${mark}:1` },
    fingerprints: { 'integrationContract/v1': mark },
    ...suppressionsOf(requirement),
    ...baselineState(requirement),
    properties: {
      outcome,
      level,
      basis,
      deviations: deviationNames(requirement),
      ...(clause && { clause }),
      ...(operationId && { operationId }),
    },
  };
}

/** Notification about a waiver that fails the run (§3.20.21). */
function notification({ message, state }: { readonly message: string; readonly state: string }) {
  return { level: 'error', message: { text: message }, descriptor: { id: `waiver/${state}` } };
}

/**
 * SARIF 2.1.0 (OASIS) of the run, with a SARIF rule for each requirement. Each requirement that did not pass has a
 * SARIF result at the line of the contract that contains the requirement.
 */
export function renderSarif(result: RunResult): string {
  const { suite, contract, target, startedAt, durationMs, requirements, verdict, counts, gate } = result;
  const uri = encodeURI(contract.file ?? 'spec/openapi.yaml');
  const ended = new Date(Date.parse(startedAt) + durationMs).toISOString();
  const faults = invalidWaivers(result);
  const results = requirements.flatMap((requirement, index) =>
    JUDGED[requirement.outcome] === undefined ? [] : [resultOf(requirement, index, uri)],
  );
  const run = {
    tool: {
      driver: {
        name: suite.name,
        version: suite.version,
        semanticVersion: suite.version,
        rules: requirements.map((requirement) => rule(requirement, suite)),
      },
    },
    invocations: [
      {
        executionSuccessful: true,
        startTimeUtc: startedAt,
        endTimeUtc: ended,
        ...(faults.length > 0 && { toolConfigurationNotifications: faults.map(notification) }),
      },
    ],
    automationDetails: { id: `${suite.name}/` },
    artifacts: [{ location: { uri, uriBaseId: ROOT }, hashes: { 'sha-256': contract.sha256 } }],
    columnKind: 'utf16CodeUnits',
    results,
    properties: {
      verdict,
      sentence: `${VERDICT_LABEL[verdict]}: ${verdictSentence(result)}`,
      target: target.baseUrl,
      counts,
      ...(gate && { gate: gate.outcome }),
    },
  };
  const log = { $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] };
  return `${visibleJson(mapStrings(log, plainText), 2)}\n`;
}
