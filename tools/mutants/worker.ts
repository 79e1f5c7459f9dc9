import { parentPort } from 'node:worker_threads';
import type { Case } from '../../conformance/engine/case.ts';
import { DEFECT_GROUPS, type Defect, defectNamed } from '../../conformance/faulty/index.ts';
import { judge, resultOf, startJudged } from '../../test/helpers/judge.ts';

/** Findings of the suite about one faulty server. */
export interface DefectResult extends Omit<Defect, 'create'> {
  /** IDs of the rules that failed or warned for the faulty server. */
  readonly found: readonly string[];
  readonly missed: readonly string[];
  /**
   * IDs of the rules that failed although the defect does not violate these rules. If the defect leads only to
   * warnings, the list also contains the IDs of untestable rules. Such a defect must not make the verdict incomplete.
   */
  readonly surplus: readonly string[];
  /** Message of the first finding about the faulty server. */
  readonly message: string;
}

/**
 * Name of the defect to judge. With `whole`, all cases judge the defect; otherwise, only the cases about its
 * operations.
 */
export interface JudgeMessage {
  readonly name: string;
  readonly whole: boolean;
}

async function judgeDefect({ name, description, breaks, create }: Defect, whole: boolean): Promise<DefectResult> {
  await using server = await startJudged({ create });
  const { requirements } = resultOf(
    await judge(server, whole ? {} : { only: isAbout(operationsOf(name)) }),
    server.url,
  );
  const broken = requirements.filter(({ outcome }) => outcome === 'failed' || outcome === 'warned');
  const found = broken.map(({ id }) => id);
  // The list of untestable requirements omits a requirement that is untestable only because the selection has no case
  // for this requirement.
  const untestable = broken.some(({ outcome }) => outcome === 'failed')
    ? []
    : requirements.filter(({ cases }) => cases.some(({ outcome }) => outcome === 'untestable'));
  return {
    ...{ name, description, breaks, found },
    missed: breaks.filter((id) => !found.includes(id)),
    surplus: [...found.filter((id) => !breaks.includes(id)), ...untestable.map(({ id }) => id)],
    message: broken.find(({ id }) => breaks.includes(id))?.message ?? broken[0]?.message ?? '',
  };
}

/** Operations that the defect affects; undefined for a defect of the whole service. */
function operationsOf(name: string): readonly string[] | undefined {
  return DEFECT_GROUPS.find(({ defects }) => defects.some((defect) => defect.name === name))?.operations;
}

function isAbout(operationIds: readonly string[] | undefined) {
  return ({ operation, operations = operation ? [operation.operationId] : [] }: Case) =>
    operationIds === undefined || operations.length === 0 || operations.some((id) => operationIds.includes(id));
}

/** Judges the defects that the main thread sends, one after the other. */
parentPort?.on('message', async ({ name, whole }: JudgeMessage) =>
  parentPort?.postMessage(await judgeDefect(defectNamed(name), whole)),
);
parentPort?.postMessage('ready');
