import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { DEFECT_GROUPS, type Defect } from '../../../conformance/faulty/index.ts';
import type { Case } from '../../../conformance/suite/case.ts';
import { suiteCases } from '../../../conformance/suite/cases.ts';
import { Contract } from '../../contract/contract.ts';
import { loadDocument } from '../../contract/document.ts';
import { OPENAPI_FILE, REQUIREMENTS_FILE } from '../../contract/project-files.ts';
import { loadRequirements } from '../../contract/requirements.ts';
import { type CaseTest, nameOf, toTest } from './case-test.ts';
import { explorationTests } from './explorations.ts';
import { type CasePlace, EXPLORE, Proof } from './proof.ts';

/**
 * `npm run mutation:record [-- NAME …]`: which case finds which faulty server, each pair by itself, as the tests of
 * `npm run mutation:cases`; of the named servers, or of all of them and of the correct one. `explore` is the name of
 * all tests of explorations.
 */

const FILE = 'reports/mutation/cases.json';
/** Of a case, these many servers that show the same finding. */
const SERVERS_OF_ONE_FINDING = 2;
/** What is judged in passing is looked for in so many cases that are about something else. */
const CASES_IN_PASSING = 6;

const names = process.argv.slice(2);
const contract = new Contract(await loadDocument(OPENAPI_FILE, { trusted: true }));
const proof = new Proof(contract, loadRequirements(REQUIREMENTS_FILE));
const places = proof.places();
const byTitle = new Map(suiteCases(contract).map((one) => [one.title, one]));
const known = new Map<string, number>();

const kept: CaseTest[] = names.length === 0 || !existsSync(FILE) ? [] : JSON.parse(readFileSync(FILE, 'utf8'));
const isAsked = (name: string) => names.length === 0 || names.includes(name);
const tests = kept.filter(({ group, defect = '' }) => !names.includes(group === EXPLORE ? EXPLORE : defect));
if (names.length === 0) for (const place of places) tests.push(toTest(place, await proof.judge(place)));
const accused = tests.filter(({ defect, broken }) => defect === undefined && broken.length > 0);
if (accused.length > 0) throw new Error(`accused of nothing: ${accused.map(({ title }) => title).join(', ')}`);

for (const { operations, defects } of DEFECT_GROUPS) {
  const about = places.filter(isAbout(operations));
  for (const defect of defects.filter(({ name }) => isAsked(name))) {
    const found = await pairs(defect, about);
    const behindMock = about.map((place) => ({ ...place, behind: 'mock' as const }));
    if (missedBy(found, defect).length > 0) found.push(...(await pairs(defect, behindMock)));
    const missed = missedBy(found, defect);
    process.stdout.write(`${missed.length === 0 ? '✓' : `✗ by itself no case finds ${missed} in`} ${defect.name}\n`);
    tests.push(...found.filter(({ isNew }) => isNew).map(({ isNew: _, ...test }) => test));
    if (names.length > 0) write();
  }
}
if (isAsked(EXPLORE)) {
  for await (const test of explorationTests(proof)) {
    process.stdout.write(`✓ ${nameOf(test)}\n`);
    tests.push(test);
  }
}
write();
const ofCorrect = tests.filter(({ defect }) => defect === undefined).length;
process.stdout.write(
  `${tests.length} tests: ${ofCorrect} of the correct server, ${tests.length - ofCorrect} of others\n`,
);

function write(): void {
  mkdirSync(dirname(FILE), { recursive: true });
  writeFileSync(FILE, JSON.stringify(tests));
}

function missedBy(found: readonly CaseTest[], { breaks }: Defect): string[] {
  return breaks.filter((rule) => !found.some(({ broken }) => broken.includes(rule)));
}

function isAbout(operations: readonly string[] | undefined): (place: CasePlace) => boolean {
  return ({ title }) => {
    const one = byTitle.get(title);
    return !operations || !one || operationsOf(one).some((operationId) => operations.includes(operationId));
  };
}

function operationsOf({ operation, operations }: Case): readonly string[] {
  return operation ? [operation.operationId] : (operations ?? []);
}

interface Found extends CaseTest {
  /** Whether it shows something that no earlier server shows so. */
  readonly isNew: boolean;
}

/** Every case that is about a rule that the defect breaks; of the others, as many as it takes to find what these do not. */
async function pairs(defect: Defect, among: readonly CasePlace[]): Promise<Found[]> {
  const found: Found[] = [];
  const judge = async (place: CasePlace) => {
    const record = await proof.judge(place, defect);
    const broken = record.findings.filter(({ result }) => result === 'broken');
    // What else is broken is no part of the defect: it may not get along with the server behind it.
    if (broken.length === 0 || broken.some(({ rule }) => !defect.breaks.includes(rule))) return;
    const finding = broken.map(({ rule, message = '' }) => `${rule} ${message.replaceAll(/[0-9a-f-]{8,}/gi, '…')}`);
    const key = [place.title, ...new Set(finding)].join('\n');
    known.set(key, (known.get(key) ?? 0) + 1);
    const isNew = (known.get(key) ?? 0) <= SERVERS_OF_ONE_FINDING || found.length === 0;
    found.push({ ...toTest(place, record, defect.name), isNew });
  };
  const isOwn = ({ title }: CasePlace) => byTitle.get(title)?.rules.some((rule) => defect.breaks.includes(rule));
  for (const place of among.filter(isOwn)) await judge(place);
  const inPassing = missedBy(found, defect);
  const isFound = (rule: string) => found.filter(({ broken }) => broken.includes(rule)).length >= CASES_IN_PASSING;
  for (const place of spread(among.filter((place) => !isOwn(place)))) {
    if (inPassing.every(isFound)) break;
    await judge(place);
  }
  return found;
}

/** From all parts of the list in turn. */
function spread<T>(list: readonly T[]): T[] {
  const parts = 12;
  return Array.from({ length: parts }, (_, part) => list.filter((_, index) => index % parts === part)).flat();
}
