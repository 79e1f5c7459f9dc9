import { Contract } from '../../src/contract/contract.ts';
import { loadDocument } from '../../src/contract/document.ts';
import { ADMIN_FILE } from '../../src/contract/project-files.ts';

/** The document of the control API. */
export async function loadControlContract(): Promise<Contract> {
  return new Contract(await loadDocument(ADMIN_FILE, { trusted: true }));
}
