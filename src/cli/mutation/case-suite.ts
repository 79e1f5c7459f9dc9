import { Contract } from '../../contract/contract.ts';
import { loadDocument } from '../../contract/document.ts';
import { OPENAPI_FILE, REQUIREMENTS_FILE } from '../../contract/project-files.ts';
import { loadRequirements } from '../../contract/requirements.ts';
import { Proof } from './proof.ts';

export { failureOf, nameOf } from './case-test.ts';

const document = await loadDocument(OPENAPI_FILE, { trusted: true });
const requirements = loadRequirements(REQUIREMENTS_FILE);

/** With a contract of its own: what is remembered of an operation, under a mutant, ends with it. */
export function newProof(): Proof {
  return new Proof(new Contract(document), requirements);
}
