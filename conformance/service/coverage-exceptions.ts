import type { Sighting } from '../../src/contract/document/coverage-points.ts';
import type { CoverageException } from '../../src/run-result/coverage-exception.ts';

const refused = (point: string): Sighting => `refused ${point}`;

const any =
  (...sightings: readonly Sighting[]) =>
  (sighting: Sighting) =>
    sightings.includes(sighting);

const status =
  (code: string, operations = '.+') =>
  (sighting: Sighting) =>
    new RegExp(`^refused ${operations} status ${code}( \\S+)?$`).test(sighting);

/** The coverage points of the document that a run need not cover, each with the reason. Tests verify the exceptions. */
export const COVERAGE_EXCEPTIONS: readonly CoverageException[] = [
  {
    of: status('default', 'createIntegration'),
    until: 'target',
    reason: 'The contract does not decide if a revision may have another name than its integration (D33).',
  },
  {
    of: status('default', '(?!createIntegration ).+'),
    until: 'never',
    reason: 'The default response is for errors that no requirement covers, such as a rate limit or an outage.',
  },
  {
    of: any('accepted createIntegration body /provider minLength 1'),
    until: 'never',
    reason:
      'No request has a `provider` of one character, since the target must know the provider, and hardly any provider has such a name.',
  },
  {
    of: any(
      refused('createJwtKey body /algorithm type string'),
      refused('updateJwtKey body /updateMask/* type string'),
    ),
    until: 'never',
    reason:
      'A value of `algorithm`, or in `updateMask`, that is not a string also violates the enum, so no value violates only the type.',
  },
  {
    of: any(refused('createJwtKey body /publicKeyPem pattern')),
    until: 'never',
    reason:
      'A `publicKeyPem` that violates the pattern also violates the format, so no value violates only the pattern.',
  },
  {
    of: status('413'),
    until: 'target',
    reason: 'The service decides the maximum size of a body (D14).',
  },
  {
    of: status('422', 'upsert\\w+'),
    until: 'target',
    reason: 'A service may accept field definitions that contradict themselves (D68).',
  },
  {
    of: status('403'),
    until: 'configuration',
    reason: 'A response with 403 needs an API key without permission: configure the fixture `forbiddenApiKey` (D04).',
  },
];
