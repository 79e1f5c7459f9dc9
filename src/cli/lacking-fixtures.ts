import { type Fixtures, SEEDED_INSTALLATIONS, type TargetConfiguration } from '../../conformance/index.ts';

/** What each run that judges everything needs. */
const NEEDED = [
  'project',
  'otherProject',
  'org',
  'integration',
  'otherIntegration',
  'provider',
] as const satisfies readonly (keyof Fixtures)[];

/**
 * What the configured fixtures lack for everything to be judged, in one sentence; undefined where they lack nothing, or
 * nobody named any: then they are those of the mock's seed.
 */
export function lackingFixtures({ fixtures }: TargetConfiguration): string | undefined {
  if (!fixtures) return undefined;
  const lacking = NEEDED.filter((name) => fixtures[name] === undefined).map((name) => `\`${name}\``);
  const { length } = fixtures.installations ?? [];
  if (length < SEEDED_INSTALLATIONS)
    lacking.push(`${SEEDED_INSTALLATIONS - length} of ${SEEDED_INSTALLATIONS} \`installations\``);
  return lacking.length === 0
    ? undefined
    : `the configuration lacks the fixtures ${lacking.join(', ')}: what needs them will be untestable.`;
}
