import { DEFECT_GROUPS, type Defect } from '../../../conformance/faulty/index.ts';
import { unforeseen } from '../../../conformance/faulty/unforeseen.ts';
import type { Case } from '../../../conformance/suite/case.ts';
import { type CaseTest, toTest } from './case-test.ts';
import { type CasePlace, EXPLORE, type Proof } from './proof.ts';

/** Of the servers that break the same rules, so many are kept: an exploration takes its time. */
const KEPT = 4;
/** Of one model. */
const MOST_OPERATIONS = 2;

/**
 * What each exploration says of a correct server, and which faulty ones it finds by itself; each of these is a test by
 * the one value or sequence that shows it.
 */
export async function* explorationTests(proof: Proof): AsyncGenerator<CaseTest> {
  for (const one of proof.explorations()) {
    // The mock, which takes longer to start, can be asked for installations.
    const needsMock = one.operations?.includes('deleteInstallation') === true;
    const place = { group: EXPLORE, title: one.title, ...(needsMock && { behind: 'mock' as const }) };
    yield toTest(place, await proof.judge(place));
    for (const [, alike] of Map.groupBy(defectsFor(one), ({ breaks }) => `${breaks}`)) {
      let kept = 0;
      for (const defect of alike) {
        const test = await found(proof, place, defect);
        if (test) yield test;
        if (test && ++kept === KEPT) break;
      }
    }
  }
}

async function found(proof: Proof, place: CasePlace, defect: Defect): Promise<CaseTest | undefined> {
  const { findings } = await proof.judge(place, defect);
  const path = findings.map(({ replay = '' }) => /--explore-path ([\d:]+)/.exec(replay)?.[1]).find(Boolean);
  if (path === undefined) return undefined;
  const test = toTest({ ...place, path }, await proof.judge({ ...place, path }, defect), defect.name);
  // What else is broken is no part of the defect: it may not get along with the mock.
  const isFound = test.broken.length > 0 && test.broken.every((rule) => defect.breaks.includes(rule));
  return isFound ? test : undefined;
}

/**
 * Those that break nothing but what the exploration is about, and those that no fixed case sees. What is mixed from
 * all models finds what each of them finds.
 */
function defectsFor({ rules, operation, operations = operation ? [operation.operationId] : [] }: Case): Defect[] {
  if (operations.length > MOST_OPERATIONS) return [];
  const groups = DEFECT_GROUPS.filter((group) =>
    group.operations ? group.operations.some((operationId) => operations.includes(operationId)) : !operation,
  );
  const isAbout = ({ breaks }: Defect) => breaks.every((rule) => rules.includes(rule));
  return [...unforeseen, ...groups.flatMap(({ defects }) => defects).filter(isAbout)];
}
