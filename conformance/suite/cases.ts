import type { Contract } from '../../src/contract/contract.ts';
import { installations } from './behaviours/installations.ts';
import { integrations } from './behaviours/integrations.ts';
import { invites } from './behaviours/invites.ts';
import { jwtKeyCreation } from './behaviours/jwt-key-creation.ts';
import { jwtKeyIdentity } from './behaviours/jwt-key-identity.ts';
import { jwtKeyRefusals } from './behaviours/jwt-key-refusals.ts';
import { jwtKeyTimes } from './behaviours/jwt-key-times.ts';
import { jwtKeyUpdates } from './behaviours/jwt-key-updates.ts';
import { metadata } from './behaviours/metadata.ts';
import { projects } from './behaviours/projects.ts';
import type { Case } from './case.ts';
import { accepts } from './derived/accepts.ts';
import { refusesBody } from './derived/refuses-body.ts';
import { refusesKeys } from './derived/refuses-keys.ts';
import { refusesMessages } from './derived/refuses-messages.ts';
import { refusesMethods } from './derived/refuses-methods.ts';
import { refusesUnknown } from './derived/refuses-unknown.ts';
import { survives } from './derived/survives.ts';

const OF_PROJECTS = [
  'createIntegration',
  'upsertIntegrationObjectMetadata',
  'upsertProviderObjectMetadata',
  'createJwtKey',
  'updateJwtKey',
];

/** Every case of the suite: what the document says by itself, then what no schema can say. */
export function suiteCases(contract: Contract): Case[] {
  const derived = contract.operations.flatMap((operation) => [
    ...accepts(contract, operation),
    ...refusesBody(contract, operation),
    ...refusesMessages(operation),
    ...refusesKeys(operation),
    ...refusesUnknown(operation),
    ...survives(contract, operation),
  ]);
  const knows = (...operationIds: string[]) => operationIds.every((operationId) => contract.operation(operationId));
  const behaviours = [
    ...(knows(...OF_PROJECTS) ? projects() : []),
    ...(knows('createIntegration') ? integrations() : []),
    ...(knows('upsertIntegrationObjectMetadata', 'upsertProviderObjectMetadata') ? metadata() : []),
    ...(knows('deleteInstallation') ? installations() : []),
    ...(knows('createJwtKey', 'updateJwtKey')
      ? [...jwtKeyCreation(), ...jwtKeyIdentity(), ...jwtKeyUpdates(), ...jwtKeyRefusals(), ...jwtKeyTimes()]
      : []),
    ...(knows('createInvite') ? invites() : []),
  ];
  return [...behaviours, ...derived, ...refusesMethods(contract)];
}
