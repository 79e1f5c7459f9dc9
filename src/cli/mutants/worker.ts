import { parentPort } from 'node:worker_threads';
import { DEFECTS } from '../../../conformance/faulty/index.ts';
import { Contract } from '../../contract/contract.ts';
import { loadDocument } from '../../contract/document.ts';
import { OPENAPI_FILE, REQUIREMENTS_FILE } from '../../contract/project-files.ts';
import { loadRequirements } from '../../contract/requirements.ts';
import { judgeDefect } from './judge-defect.ts';

/** Judges the defects that the main thread names, one after the other. */
const contract = new Contract(await loadDocument(OPENAPI_FILE, { trusted: true }));
const requirements = loadRequirements(REQUIREMENTS_FILE);

parentPort?.on('message', async (name: string) => {
  const defect = DEFECTS.find((candidate) => candidate.name === name);
  if (defect) parentPort?.postMessage(await judgeDefect(defect, contract, requirements));
});
parentPort?.postMessage('ready');
