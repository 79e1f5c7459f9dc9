import openapiTypes, { astToString, COMMENT_HEADER } from 'openapi-typescript';
import { controlContract } from '../../mock/core/control-document.ts';
import { kindsOf } from '../../mock/core/kinds.ts';
import { integrationManagement } from '../../mock/service/index.ts';
import { Contract } from '../../src/contract/contract.ts';
import { loadDocument } from '../../src/contract/document/document.ts';

/** The complete document of the control API: the engine's part and the part that follows from the resources. */
export async function completeControlContract(): Promise<Contract> {
  const { document, formats, resources } = integrationManagement;
  const contract = new Contract(await loadDocument(document, { trusted: true }), formats);
  return controlContract(integrationManagement, kindsOf(contract, resources), contract);
}

/** The types of its schemas and operations. */
export async function controlTypes({ root }: Contract): Promise<string> {
  return COMMENT_HEADER + astToString(await openapiTypes(JSON.stringify(root)));
}
