import {
  ConfigurationError,
  isLoopback,
  isNarrowed,
  NOUNS_OF_CREATED,
  type Selection,
  type ServiceFixtures,
  type TargetConfiguration,
} from '../../conformance/index.ts';
import { DEFAULT_RUNS } from '../run-result/exploration.ts';

/**
 * Approximate number of requests of a run without a selection. The exact number of requests depends on the responses
 * of the target.
 */
export const REQUESTS = 9_000;

const CREATED = new Intl.ListFormat('en-GB').format(Object.values(NOUNS_OF_CREATED).map((noun) => `${noun}s`));

/**
 * Throws an error for a target on another machine if the user has not consented to writes, since a run creates records
 * that the interface cannot delete.
 *
 * @throws ConfigurationError; its message says what the run would write, in which project and organization, and how to
 * consent
 */
export function requireConsent(
  baseUrl: string,
  { consent, fixtures }: TargetConfiguration,
  selection: Selection,
): void {
  if (consent === 'writes' || isLoopback(baseUrl)) return;
  const { project, org, installations } = (fixtures ?? {}) as ServiceFixtures;
  const configured = installations?.length ?? 0;
  const { shard, exploration } = selection;
  const isPart = isNarrowed(selection) || shard !== undefined;
  const fixed = `${isPart ? 'some of ' : ''}about ${REQUESTS.toLocaleString('en-US')} requests`;
  throw new ConfigurationError(
    [
      `${baseUrl} is not on this machine, and a run creates data there. Nothing was sent.`,
      `The run${isPart ? ' with this selection' : ''} would:`,
      `  - send ${fixed}${exploration && exploration.runs > DEFAULT_RUNS ? ' and the requests that --explore generates' : ''}, including invalid requests;`,
      `  - create ${CREATED}`,
      `    in the project ${project?.name ?? 'of the fixtures'} and the organization ${org?.id ?? 'of the fixtures'}; the interface cannot delete them;`,
      fixtures === undefined
        ? '  - delete the three installations of the seed, if the target has them.'
        : `  - ${deletionsOf(configured)}.`,
      'To consent, add --yes, or `consent: writes` in the configuration. --plan shows the details and sends nothing.',
    ].join('\n'),
  );
}

/** Returns what a run does with the configured installations. Explorations delete those that the fixed cases do not need. */
function deletionsOf(configured: number): string {
  if (configured === 0) return 'delete no installation, since none is configured';
  if (configured === 1) return 'delete the configured installation';
  return `delete ${configured > 3 ? 'three or more of ' : ''}the ${configured} configured installations`;
}
