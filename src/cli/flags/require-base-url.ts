import { ConfigurationError, SEEDED_API_KEY } from '../../../conformance/index.ts';
import type { ConformFlags } from './conform-flags.ts';

/**
 * Whoever says something of a target means one: where its base URL got lost, such as a variable of CI that is not set,
 * the embedded mock would conform in its place.
 *
 * @throws ConfigurationError
 */
export function requireBaseUrl(baseUrl: string | undefined, { apiKey, ...flags }: ConformFlags): void {
  if (baseUrl !== undefined) return;
  const said = [
    ...(flags.config === undefined ? [] : [`--config ${flags.config}`]),
    ...(apiKey === undefined || apiKey === SEEDED_API_KEY ? [] : ['--api-key (or CONTRACT_API_KEY)']),
    ...(flags.yes === true ? ['--yes (or CONTRACT_YES)'] : []),
    ...(flags.header === undefined ? [] : ['--header']),
    ...(flags.ca === undefined ? [] : ['--ca']),
  ];
  if (said.length === 0) return;
  throw new ConfigurationError(
    `${said.join(', ')} ${said.length === 1 ? 'is' : 'are'} about a target, but there is no base URL: give it as an argument, in CONTRACT_BASE_URL, or as baseUrl in the configuration. Without any of these, an embedded mock is judged.`,
  );
}
