import { InputError } from './contract/input-error.ts';

/** Normalized base URL, without a slash at its end. @throws InputError if the text is not a base URL */
export function baseUrlOf(given: string): string {
  const url = URL.parse(given);
  // The message must not quote a password or a token in the query of the base URL.
  const text = given.replace(/([?#]).*$/s, '$1…').replace(/\/\/.*@/s, '//…@');
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new InputError(`The base URL is "${text}"; expected http:// or https:// at the start.`);
  }
  if (url.search !== '' || url.hash !== '' || url.username !== '') {
    throw new InputError(`The base URL is "${text}"; expected no user, query or fragment.`);
  }
  const base = url.href.replace(/\/+$/, '');
  if (base.endsWith('/v1')) {
    throw new InputError(
      `The base URL is "${text}"; expected no /v1 at the end, since requests append it (D01). Use ${base.slice(0, -3)}.`,
    );
  }
  return base;
}
