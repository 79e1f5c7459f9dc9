import { ConfigurationError } from '../../conformance/connection/configuration.ts';

/** A base URL as the suite and the proxy take it, without a slash at its end. @throws ConfigurationError when it is none */
export function baseUrlOf(given: string): string {
  const url = URL.parse(given);
  // A password, or a token in the query, may stand where it cannot.
  const text = given.replace(/([?#]).*$/s, '$1…').replace(/\/\/.*@/s, '//…@');
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new ConfigurationError(`${text} is not a base URL: it begins with http:// or https://.`);
  }
  if (url.search !== '' || url.hash !== '' || url.username !== '') {
    throw new ConfigurationError(`${text} is not a base URL: it has no user, query or fragment.`);
  }
  const base = url.href.replace(/\/+$/, '');
  if (base.endsWith('/v1')) {
    throw new ConfigurationError(
      `${text} ends with /v1, which every request appends (D01): give ${base.slice(0, -3)}.`,
    );
  }
  return base;
}
