import {
  ConfigurationError,
  isLoopback,
  NOUNS_OF_CREATED,
  type Selection,
  type ServiceFixtures,
  type TargetConfiguration,
} from '../../conformance/index.ts';
import { DEFAULT_RUNS } from '../run-result/exploration.ts';

/** What a run sends that nothing narrows, about: an answer may make it a few more, or fewer. */
export const REQUESTS = 5_900;

const CREATED = new Intl.ListFormat('en-GB').format(Object.values(NOUNS_OF_CREATED).map((noun) => `${noun}s`));

/**
 * A run writes what the interface cannot delete: anywhere but on this machine, somebody has to agree to that.
 *
 * @throws ConfigurationError that says what would be written, where, and how to consent
 */
export function requireConsent(
  baseUrl: string,
  { consent, fixtures }: TargetConfiguration,
  { only, skip, shard, exploration }: Selection,
): void {
  if (consent === 'writes' || isLoopback(baseUrl)) return;
  const { project, org, installations } = (fixtures ?? {}) as ServiceFixtures;
  const configured = installations?.length ?? 0;
  const narrowed = only.length + skip.length > 0 || shard !== undefined;
  const fixed = `${narrowed ? 'some of ' : ''}about ${REQUESTS.toLocaleString('en-US')} requests`;
  throw new ConfigurationError(
    [
      `${baseUrl} is not this machine, and nobody has agreed to writes there. Nothing was sent. A run would${narrowed ? ', as far as its selection does so,' : ''}`,
      `  - send ${fixed}${exploration && exploration.runs > DEFAULT_RUNS ? ' and what --explore makes up' : ''}, some of them garbage;`,
      `  - create ${CREATED}`,
      `    in the project ${project?.name ?? 'of the fixtures'} and the organization ${org?.id ?? 'of the fixtures'}, none of which the interface can delete again;`,
      fixtures === undefined
        ? '  - delete the three installations of the seed, where the target has them.'
        : `  - delete ${configured === 0 ? 'no installation: none is configured' : `up to ${Math.min(configured, 3)} of the ${configured} configured installations`}.`,
      'To consent: --yes, or `consent: writes` in the configuration. --plan shows all of it, and sends nothing.',
    ].join('\n'),
  );
}
