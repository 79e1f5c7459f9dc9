import type { Sighting } from '../../src/contract/document/coverage-points.ts';
import type { CoverageException } from '../../src/run-result/coverage-exception.ts';

const any =
  (...sightings: readonly Sighting[]) =>
  (sighting: Sighting) =>
    sightings.includes(sighting);

const status =
  (code: string, operations = '.+') =>
  (sighting: Sighting) =>
    new RegExp(`^refused ${operations} status ${code}( \\S+)?$`).test(sighting);

/** Points that a run need not show, each with its reason; tests of the suite prove each reason. */
export const COVERAGE_EXCEPTIONS: readonly CoverageException[] = [
  {
    of: status('default', 'createIntegration'),
    until: 'target',
    reason: 'Whether a revision may have another name than its integration is left open (D33).',
  },
  {
    of: status('default', '(?!createIntegration ).+'),
    until: 'never',
    reason: 'It stands for errors that no rule asks for, such as a rate limit or an outage.',
  },
  {
    of: any('accepted createIntegration body /provider minLength 1'),
    until: 'never',
    reason: 'A provider has to be one that the target knows, and hardly any has a name of one character.',
  },
  {
    of: any('refused createJwtKey body /algorithm type string', 'refused updateJwtKey body /updateMask/* type string'),
    until: 'never',
    reason: 'What is no string is none of the values of the enum either: it breaks both.',
  },
  {
    of: any('refused createJwtKey body /publicKeyPem pattern'),
    until: 'never',
    reason: 'The pattern says a part of what the format says: what breaks it breaks both.',
  },
  {
    of: status('413'),
    until: 'target',
    reason: 'How large a body may be is for the service to decide (D14).',
  },
  {
    of: status('422', 'upsert\\w+'),
    until: 'target',
    reason: 'A service may take definitions that contradict themselves (D68).',
  },
  {
    of: status('403'),
    until: 'configuration',
    reason: 'It takes a key without permission: `forbiddenApiKey` among the fixtures (D04).',
  },
];
