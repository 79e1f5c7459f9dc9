import { FORMATS } from '../../spec/formats/index.ts';
import { Contract } from '../../src/contract/contract.ts';
import { loadDocument } from '../../src/contract/document/document.ts';
import { ADMIN_FILE } from '../../src/project.ts';

/** The document of the control API. */
export async function loadControlContract(): Promise<Contract> {
  return new Contract(await loadDocument(ADMIN_FILE, { trusted: true }), FORMATS);
}
