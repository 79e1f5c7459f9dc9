import { FIXTURES, lackingFixtures as lackingOf, type TargetConfiguration } from '../../conformance/index.ts';

/**
 * The fixtures that the configuration lacks for a complete run, in one sentence; undefined if it lacks none, or names
 * none at all: then the run takes those of the mock's seed.
 */
export function lackingFixtures({ fixtures }: TargetConfiguration): string | undefined {
  const lacking = fixtures ? lackingOf(FIXTURES, fixtures) : [];
  return lacking.length === 0
    ? undefined
    : `the configuration lacks the fixtures ${lacking.join(', ')}: what needs them will be untestable.`;
}
