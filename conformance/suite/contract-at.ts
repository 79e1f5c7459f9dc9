import { Contract } from '../../src/contract/contract.ts';
import { loadDocument } from '../../src/contract/document.ts';
import { OPENAPI_FILE } from '../../src/contract/project-files.ts';
import { suiteCases } from './cases.ts';
import { prepareSamples } from './samples.ts';

let own: Promise<Contract> | undefined;

/** The contract that a run is about; the project's own is read once. @throws DocumentError */
export function contractAt(spec: string, trusted: boolean): Promise<Contract> {
  if (spec !== OPENAPI_FILE) return read(spec, trusted);
  own ??= read(spec, true);
  return own;
}

/** Does what any run of the project's contract asks for: finds its cases and compiles its schemas. */
export async function prepareOwnContract(): Promise<void> {
  const contract = await contractAt(OPENAPI_FILE, true);
  suiteCases(contract);
  for (const { requestBody, responses } of contract.operations) {
    for (const { content } of [requestBody, ...responses].filter((one) => one !== undefined)) {
      for (const { schema } of content) if (schema) contract.checker(schema)(undefined);
    }
  }
}

async function read(spec: string, trusted: boolean): Promise<Contract> {
  const contract = new Contract(await loadDocument(spec, { trusted }));
  await prepareSamples(contract);
  return contract;
}
