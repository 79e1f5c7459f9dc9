import openapiTypes, { astToString, COMMENT_HEADER } from 'openapi-typescript';
import { controlContract } from '../../mock/core/control-document.ts';
import { kindsOf } from '../../mock/core/kinds.ts';
import { integrationManagement } from '../../mock/service/index.ts';
import { Contract } from '../../src/contract/contract.ts';
import { loadDocument } from '../../src/contract/document/document.ts';

/**
 * Complete OpenAPI document of the control API: the part that is equal for every service, and the part that is
 * generated from the resources of the service.
 */
export async function completeControlContract(): Promise<Contract> {
  const { document, formats, resources } = integrationManagement;
  const contract = new Contract(await loadDocument(document, { trusted: true }), formats);
  return controlContract(integrationManagement, kindsOf(contract, resources), contract);
}

/** Source of the types for the schemas and operations of the control API. */
export async function controlTypes({ root }: Contract): Promise<string> {
  return COMMENT_HEADER + astToString(await openapiTypes(JSON.stringify(root)));
}
