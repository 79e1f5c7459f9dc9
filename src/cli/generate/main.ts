import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Contract } from '../../contract/contract.ts';
import { loadDocument } from '../../contract/document.ts';
import { ADMIN_FILE } from '../../contract/project-files.ts';
import { controlOperations } from './control-operations.ts';

/** What openapi-typescript does not generate. With `--check` nothing is written: the exit status tells of a drift. */

const file = fileURLToPath(new URL('../../contract/generated/control-operations.ts', import.meta.url));
const wanted = controlOperations(new Contract(await loadDocument(ADMIN_FILE, { trusted: true })));
if (!process.argv.includes('--check')) {
  writeFileSync(file, wanted);
} else if (readFileSync(file, 'utf8') !== wanted) {
  console.error('src/contract/generated/control-operations.ts does not follow from spec/admin.yaml: npm run generate.');
  process.exitCode = 1;
}
