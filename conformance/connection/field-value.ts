import { ConfigurationError } from './configuration.ts';

/** An empty text, or a text that neither begins nor ends with white space and contains no control characters. */
const FIELD_VALUE = /^(?:[!-~\x80-\xff](?:[\t -~\x80-\xff]*[!-~\x80-\xff])?)?$/;

/**
 * True if a header can contain the text unchanged (RFC 9110 §5.5). HTTP removes white space at both ends of a header
 * value.
 */
export function isFieldValue(text: string): boolean {
  return FIELD_VALUE.test(text);
}

/**
 * Requires that a header can contain the API key. The run calls this function before its first request, since an
 * invalid API key in a request would look like a failure of the target.
 *
 * @param what the name of the API key for the message, which does not contain the API key itself
 * @throws ConfigurationError if no header can contain the API key
 */
export function requireFieldValue(what: string, key = ''): void {
  if (isFieldValue(key)) return;
  const guess = /[\r\n]$/.test(key) ? ' (does the API key end with a newline?)' : '';
  const isPadded = isFieldValue(key.trim()) && guess === '';
  const why = isPadded ? 'begins or ends with white space' : 'contains a character';
  throw new ConfigurationError(`${what} ${why} that HTTP does not ${isPadded ? 'keep' : 'allow'}${guess}.`);
}
