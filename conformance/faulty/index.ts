import { addressing } from './addressing.ts';
import { authentication } from './authentication.ts';
import { bodies } from './bodies.ts';
import type { Defect } from './defect.ts';
import { errors } from './errors.ts';
import { failures } from './failures.ts';
import { installations, integrationsAfterDeletions } from './installations.ts';
import { integrationNames } from './integration-names.ts';
import { integrations } from './integrations.ts';
import { invites } from './invites.ts';
import { jwtKeyAnswers } from './jwt-keys/answers.ts';
import { jwtKeyCreation } from './jwt-keys/creation.ts';
import { jwtKeyHistory } from './jwt-keys/history.ts';
import { jwtKeyIdentity } from './jwt-keys/identity.ts';
import { keyMaterial } from './jwt-keys/key-material.ts';
import { labels } from './jwt-keys/labels.ts';
import { rejectedUpdates } from './jwt-keys/rejected-updates.ts';
import { jwtKeyUpdates } from './jwt-keys/updates.ts';
import { UPSERTS } from './messages.ts';
import { metadata } from './metadata.ts';
import { metadataAnswers } from './metadata-answers.ts';
import { methods } from './methods.ts';
import { routes } from './routes.ts';

/**
 * The operations that a defect of stored JWT keys affects: createJwtKey stores a key, and only updateJwtKey shows it.
 */
const KEYS = ['createJwtKey', 'updateJwtKey'];

/** Defects of the same part of a server, such as authentication. */
export interface DefectGroup {
  readonly title: string;
  /** The operations that the defects affect; all operations if absent. */
  readonly operations?: readonly string[];
  readonly defects: readonly Defect[];
}

export const DEFECT_GROUPS: readonly DefectGroup[] = [
  { title: 'Authentication', defects: authentication },
  { title: 'Reading a body', defects: bodies },
  { title: 'Path parameters', defects: addressing },
  { title: 'Missing routes', defects: routes },
  { title: 'Undefined methods', defects: methods },
  { title: 'Server errors and missing responses', defects: failures },
  { title: 'Errors', defects: errors },
  { title: 'Creation of integrations', operations: ['createIntegration'], defects: integrations },
  { title: 'The name of an integration', operations: ['createIntegration'], defects: integrationNames },
  { title: 'Reading field metadata', operations: UPSERTS, defects: metadata },
  { title: 'The response to field metadata', operations: UPSERTS, defects: metadataAnswers },
  { title: 'Deleting an installation', operations: ['deleteInstallation'], defects: installations },
  {
    title: 'The integration of a deleted installation',
    operations: ['deleteInstallation', ...UPSERTS],
    defects: integrationsAfterDeletions,
  },
  { title: 'Registering a JWT key', operations: ['createJwtKey'], defects: jwtKeyCreation },
  { title: 'The ID and the project of a new JWT key', operations: KEYS, defects: jwtKeyIdentity },
  { title: 'Labels of JWT keys', operations: KEYS, defects: labels },
  { title: 'Key material', operations: KEYS, defects: keyMaterial },
  { title: 'The evaluation of an update of a JWT key', operations: ['updateJwtKey'], defects: jwtKeyUpdates },
  { title: 'The response to an update of a JWT key', operations: ['updateJwtKey'], defects: jwtKeyAnswers },
  { title: 'The effect of an update of a JWT key', operations: ['updateJwtKey'], defects: jwtKeyHistory },
  { title: 'The effect of a rejected update of a JWT key', operations: ['updateJwtKey'], defects: rejectedUpdates },
  { title: 'Invites', operations: ['createInvite'], defects: invites },
];

/** All defects. Each faulty server has one defect, and proves that the suite can detect it. */
export const DEFECTS: readonly Defect[] = DEFECT_GROUPS.flatMap(({ defects }) => defects);

/** @throws Error if no defect has the name */
export function defectNamed(name: string): Defect {
  const defect = DEFECTS.find((one) => one.name === name);
  if (!defect) throw new Error(`Unknown faulty server "${name}".`);
  return defect;
}

export type { Defect } from './defect.ts';
export { startFaultyServer } from './faulty-server.ts';
