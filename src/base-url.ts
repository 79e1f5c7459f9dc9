import { InputError } from './contract/input-error.ts';

/** Normalized base URL of a target, without a slash at its end. @throws InputError if the text is not a base URL */
export function baseUrlOf(given: string): string {
  const url = URL.parse(given);
  // The error message must not quote a password or a token in the base URL.
  const text = shownUrl(given);
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new InputError(`The base URL is "${text}"; expected http:// or https:// at the start.`);
  }
  if (url.search !== '' || url.hash !== '' || url.username !== '') {
    throw new InputError(`The base URL is "${text}"; expected no user, query or fragment.`);
  }
  const base = url.href.replace(/(?<!\/)\/+$/, '');
  if (base.endsWith('/v1')) {
    throw new InputError(
      `The base URL is "${text}"; expected no /v1 at the end, since each request adds /v1 (D01). Use ${base.slice(0, -3)}.`,
    );
  }
  return base;
}

/** URL without its user, query and fragment. */
function shownUrl(given: string): string {
  const query = given.search(/[?#]/);
  const text = query === -1 ? given : `${given.slice(0, query + 1)}…`;
  const [authority, user] = [text.indexOf('//'), text.lastIndexOf('@')];
  return authority === -1 || user < authority ? text : `${text.slice(0, authority)}//…${text.slice(user)}`;
}
