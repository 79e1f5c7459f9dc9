import { parentPort } from 'node:worker_threads';
import type { Case } from '../../conformance/engine/case.ts';
import { type Defect, defectNamed } from '../../conformance/faulty/index.ts';
import { judge, resultOf, startJudged } from '../../test/helpers/judge.ts';

/** The findings of the suite in one faulty server. */
export interface DefectResult extends Omit<Defect, 'create'> {
  /** Rules that failed or warned. */
  readonly found: readonly string[];
  readonly missed: readonly string[];
  /** Found, though the defect does not break them. */
  readonly surplus: readonly string[];
  /** The first line of the first finding. */
  readonly message: string;
}

/** A defect by its name, and the operation whose cases judge it; every case where it is absent. */
export interface JudgeMessage {
  readonly name: string;
  readonly only?: string | undefined;
}

async function judgeDefect({ name, description, breaks, create }: Defect, only?: string): Promise<DefectResult> {
  await using server = await startJudged({ create });
  const { requirements } = resultOf(await judge(server, only === undefined ? {} : { only: isAbout(only) }), server.url);
  const broken = requirements.filter(({ outcome }) => outcome === 'failed' || outcome === 'warned');
  const found = broken.map(({ id }) => id);
  return {
    ...{ name, description, breaks, found },
    missed: breaks.filter((id) => !found.includes(id)),
    surplus: found.filter((id) => !breaks.includes(id)),
    message: broken.find(({ id }) => breaks.includes(id))?.message ?? broken[0]?.message ?? '',
  };
}

function isAbout(operationId: string) {
  return ({ operation, operations = [] }: Case) =>
    operation?.operationId === operationId || operations.includes(operationId);
}

/** Judges the defects that the main thread names, one after the other. */
parentPort?.on('message', async ({ name, only }: JudgeMessage) =>
  parentPort?.postMessage(await judgeDefect(defectNamed(name), only)),
);
parentPort?.postMessage('ready');
