import { FIXTURES, lackingFixtures, type TargetConfiguration } from '../../conformance/index.ts';

/**
 * Notice about fixtures that a complete run needs and the configuration does not have. The notice is undefined if no
 * fixture is missing. The notice is also undefined for a configuration without fixtures, since the run uses the
 * fixtures of the mock's seed.
 */
export function missingFixturesNotice({ fixtures }: TargetConfiguration): string | undefined {
  const missing = fixtures ? lackingFixtures(FIXTURES, fixtures) : [];
  return missing.length === 0
    ? undefined
    : `Fixtures are missing in the configuration: ${missing.join(', ')}. Cases that need these fixtures will be untestable.`;
}
