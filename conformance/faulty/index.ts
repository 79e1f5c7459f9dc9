import { addressing } from './addressing.ts';
import { authentication } from './authentication.ts';
import { bodies } from './bodies.ts';
import type { Defect } from './defect.ts';
import { errors } from './errors.ts';
import { failures } from './failures.ts';
import { installations } from './installations.ts';
import { integrationNames } from './integration-names.ts';
import { integrations } from './integrations.ts';
import { invites } from './invites.ts';
import { jwtKeyAnswers } from './jwt-key-answers.ts';
import { jwtKeyCreation } from './jwt-key-creation.ts';
import { jwtKeyHistory } from './jwt-key-history.ts';
import { jwtKeyIdentity } from './jwt-key-identity.ts';
import { jwtKeyUpdates } from './jwt-key-updates.ts';
import { keyMaterial } from './key-material.ts';
import { labels } from './labels.ts';
import { metadata } from './metadata.ts';
import { metadataAnswers } from './metadata-answers.ts';

/** Every planted defect: the proof that the suite can fail. */
export const DEFECTS: readonly Defect[] = [
  ...authentication,
  ...bodies,
  ...addressing,
  ...failures,
  ...errors,
  ...integrations,
  ...integrationNames,
  ...metadata,
  ...metadataAnswers,
  ...installations,
  ...jwtKeyCreation,
  ...jwtKeyIdentity,
  ...labels,
  ...keyMaterial,
  ...jwtKeyUpdates,
  ...jwtKeyAnswers,
  ...jwtKeyHistory,
  ...invites,
];

export type { Defect } from './defect.ts';
export { startFaultyServer } from './faulty-server.ts';
