import { controlContract } from '../../mock/core/control-document.ts';
import { kindsOf } from '../../mock/core/kinds.ts';
import { integrationManagement } from '../../mock/service/index.ts';
import { contract } from './contract.ts';

/** The mock with the service, for tests in its folders. */
export { CertificateError, createMock, type LogEntry, type RunningMock, SEED, startMock } from '../../mock/index.ts';
export { createMswMock } from '../../mock/msw.ts';
export { OPENAPI_FILE } from '../../src/project.ts';

/** The resources of the service. */
export const kinds = kindsOf(contract, integrationManagement.resources);
/** The complete document of the control API. */
export const control = await controlContract(integrationManagement, kinds, contract);
