import { ConfigurationError, isLoopback, type TargetConfiguration } from '../../conformance/index.ts';

/**
 * A run writes what the interface cannot delete: anywhere but on this machine, somebody has to agree to that.
 *
 * @throws ConfigurationError that says what would be written, where, and how to consent
 */
export function requireConsent(baseUrl: string, { consent, fixtures }: TargetConfiguration, yes: boolean): void {
  if (yes || consent === 'writes' || isLoopback(baseUrl)) return;
  const { project, org, installations } = fixtures ?? {};
  const configured = installations?.length ?? 0;
  throw new ConfigurationError(
    [
      `${baseUrl} is not this machine, and nobody has agreed to writes there. Nothing was sent. A run would`,
      `  - send about 1,700 requests, some of them garbage;`,
      `  - create integrations, field metadata and JWT keys in the project ${project?.name ?? 'of the fixtures'}, and invites`,
      `    to the organization ${org?.id ?? 'of the fixtures'}, none of which the interface can delete again;`,
      fixtures === undefined
        ? '  - delete the three installations of the seed, where the target has them.'
        : `  - delete ${configured === 0 ? 'no installation: none is configured' : `up to ${Math.min(configured, 3)} of the ${configured} configured installations`}.`,
      'To consent: --yes, or `consent: writes` in the configuration. --plan shows all of it, and sends nothing.',
    ].join('\n'),
  );
}
