import { DEFECTS, type Defect } from '../../../conformance/faulty/index.ts';
import { unforeseen } from '../../../conformance/faulty/unforeseen.ts';
import type { CaseRecord } from '../../../conformance/suite/case.ts';
import type { Finding } from '../../../conformance/suite/finding.ts';
import { type CasePlace, EXPLORE, type Proof } from './proof.ts';

const ALL_DEFECTS: readonly Defect[] = [...DEFECTS, ...unforeseen];

/** What a case says of one server, correct or faulty: a test of the case itself. Plain data. */
export interface CaseTest extends CasePlace {
  /** Name of the defect; the correct server when absent. */
  readonly defect?: string;
  /** Rules that it finds broken, and that it finds kept. */
  readonly broken: readonly string[];
  readonly holds: readonly string[];
  /** What its requests show of the document, where the server is correct. */
  readonly sightings: readonly string[];
}

/** `each invite has an id of its own @ invite-id-is-constant`. */
export function nameOf({ title, defect }: Pick<CaseTest, 'title' | 'defect'>): string {
  return `${title} @ ${defect ?? 'the correct server'}`;
}

export function toTest(place: CasePlace, record: CaseRecord, defect?: string): CaseTest {
  const { group } = place;
  const of = (wanted: string) => [
    ...new Set(record.findings.flatMap(({ rule, result }) => (result === wanted ? rule : []))),
  ];
  return {
    ...place,
    ...(defect !== undefined && { defect }),
    broken: of('broken').toSorted(),
    // What values that are made up show besides is chance.
    holds: group === EXPLORE && defect !== undefined ? [] : of('holds').toSorted(),
    sightings: group !== EXPLORE && defect === undefined ? (record.sightings ?? []).toSorted() : [],
  };
}

/** Why the test fails, or undefined. */
export async function failureOf(proof: Proof, wanted: CaseTest): Promise<string | undefined> {
  const defect = ALL_DEFECTS.find(({ name }) => name === wanted.defect);
  const record = await proof.judge(wanted, defect);
  const got = toTest(wanted, record, wanted.defect);
  const unclear = record.findings.find((finding) => !isClear(finding, record, wanted));
  const isWhole = wanted.defect === undefined && wanted.group !== EXPLORE;
  const undecided = isWhole ? record.rules.filter((rule) => !got.holds.includes(rule)) : [];
  const missing = wanted.sightings.filter((sighting) => !got.sightings.includes(sighting));
  if (`${got.broken}` !== `${wanted.broken}`) return `broken: ${got.broken} in place of ${wanted.broken}`;
  if (`${got.holds}` !== `${wanted.holds}`) return `kept: ${got.holds} in place of ${wanted.holds}`;
  if (unclear) return `a finding of ${unclear.rule} does not say what, or what would be right`;
  if (record.rules.length === 0) return 'it decides no rule';
  if (undecided.length > 0) return `neither kept nor broken: "${undecided}"`;
  if (missing.length > 0) return `not shown: ${missing}`;
  return undefined;
}

/** A finding says what is wrong and what would be right, and which of the exchanges shows it. */
function isClear(finding: Finding, { exchanges, requests }: CaseRecord, { group }: CasePlace): boolean {
  const { result, message, expected, actual, exchange = 0 } = finding;
  if (result === 'holds') return true;
  if (result === 'untestable') return isText(message);
  // An exploration keeps only the exchanges of what it found.
  const isShown = (group === EXPLORE || exchanges.length === requests) && exchanges[exchange] !== undefined;
  return isText(message) && isText(expected) && actual !== undefined && isShown;
}

/** The suite writes an empty text as `""`. */
function isText(text: string | undefined): boolean {
  return text !== undefined && text !== '' && text !== '""';
}
