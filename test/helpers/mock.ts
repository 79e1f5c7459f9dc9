import { controlContract } from '../../mock/core/control-document.ts';
import { kindsOf } from '../../mock/core/kinds.ts';
import { integrationManagement } from '../../mock/service/index.ts';
import { contract } from './contract.ts';

export { selfSignedCertificate } from '../../mock/certificate.ts';
/** Exports of the mock together with the service of this project, for tests in the folders of the mock. */
export {
  CertificateError,
  createMock,
  type LogEntry,
  type RunningMock,
  SEED,
  type StartOptions,
  startMock,
} from '../../mock/index.ts';
export { createMswMock } from '../../mock/msw.ts';
export { OPENAPI_FILE } from '../../src/project.ts';

/** Resources of the service. */
export const kinds = kindsOf(contract, integrationManagement.resources);
/** Complete OpenAPI document of the control API. */
export const control = await controlContract(integrationManagement, kinds, contract);
