import { parentPort } from 'node:worker_threads';
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

async function judgeDefect({ name, description, breaks, create }: Defect): Promise<DefectResult> {
  await using server = await startJudged({ create });
  const { requirements } = resultOf(await judge(server), server.url);
  const broken = requirements.filter(({ outcome }) => outcome === 'failed' || outcome === 'warned');
  const found = broken.map(({ id }) => id);
  return {
    ...{ name, description, breaks, found },
    missed: breaks.filter((id) => !found.includes(id)),
    surplus: found.filter((id) => !breaks.includes(id)),
    message: broken.find(({ id }) => breaks.includes(id))?.message ?? broken[0]?.message ?? '',
  };
}

/** Judges the defects that the main thread names, one after the other. */
parentPort?.on('message', async (name: string) => parentPort?.postMessage(await judgeDefect(defectNamed(name))));
parentPort?.postMessage('ready');
