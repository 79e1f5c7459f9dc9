import { FORMATS } from '../../spec/formats/index.ts';
import { Contract } from '../../src/contract/contract.ts';
import { loadDocument } from '../../src/contract/document/document.ts';
import { OPENAPI_FILE } from '../../src/project.ts';

/** Contract of this project. */
export const contract = new Contract(await loadDocument(OPENAPI_FILE, { trusted: true }), FORMATS);
