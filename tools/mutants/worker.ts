import { parentPort } from 'node:worker_threads';
import { DEFECTS } from '../../conformance/faulty/index.ts';
import { loadRequirements } from '../../src/contract/requirement.ts';
import { REQUIREMENTS_FILE } from '../../src/project.ts';
import { contract } from '../../test/helpers/contract.ts';
import { judgeDefect } from './judge-defect.ts';

/** Judges the defects that the main thread names, one after the other. */
const requirements = loadRequirements(REQUIREMENTS_FILE);

parentPort?.on('message', async (name: string) => {
  const defect = DEFECTS.find((candidate) => candidate.name === name);
  if (defect) parentPort?.postMessage(await judgeDefect(defect, contract, requirements));
});
parentPort?.postMessage('ready');
