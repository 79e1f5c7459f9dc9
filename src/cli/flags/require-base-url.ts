import { ConfigurationError, SEEDED_API_KEY } from '../../../conformance/index.ts';
import type { ConformFlags } from './conform-flags.ts';

/**
 * Rejects a run without a base URL if a flag makes sense only for a real target. Without this check, a run whose base
 * URL is missing by mistake, such as an unset variable in CI, would judge an embedded mock and pass.
 *
 * @throws ConfigurationError
 */
export function requireBaseUrl(baseUrl: string | undefined, { apiKey, ...flags }: ConformFlags): void {
  if (baseUrl !== undefined) return;
  const targetFlags = [
    ...(flags.config === undefined ? [] : [`--config ${flags.config}`]),
    ...(apiKey === undefined || apiKey === SEEDED_API_KEY ? [] : ['--api-key (or CONTRACT_API_KEY)']),
    ...(flags.yes === true ? ['--yes (or CONTRACT_YES)'] : []),
    ...(flags.header === undefined ? [] : ['--header']),
    ...(flags.ca === undefined ? [] : ['--ca']),
  ];
  if (targetFlags.length === 0) return;
  throw new ConfigurationError(
    `${targetFlags.join(', ')} ${targetFlags.length === 1 ? 'requires' : 'require'} a base URL. Pass the base URL as an argument, in CONTRACT_BASE_URL, or as baseUrl in the configuration. Only a run without target options judges an embedded mock.`,
  );
}
