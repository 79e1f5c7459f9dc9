import { ConfigurationError } from './configuration.ts';

/** A text with visible characters at both ends, and white space only between them. */
const FIELD_VALUE = /^(?:[!-~\x80-\xff](?:[\t -~\x80-\xff]*[!-~\x80-\xff])?)?$/;

/** True if a header can contain the text unchanged (RFC 9110 §5.5): HTTP removes white space at its ends. */
export function isFieldValue(text: string): boolean {
  return FIELD_VALUE.test(text);
}

/**
 * Requires that a header can contain the key. The check runs before the first request, so that the target is not
 * blamed.
 *
 * @param what the name of the key for the message, which does not contain the value
 * @throws ConfigurationError if no header can contain the key
 */
export function requireFieldValue(what: string, key = ''): void {
  if (isFieldValue(key)) return;
  const guess = /[\r\n]$/.test(key) ? ' (a newline at its end?)' : '';
  const isPadded = isFieldValue(key.trim()) && guess === '';
  const why = isPadded ? 'begins or ends with white space' : 'contains a character';
  throw new ConfigurationError(`${what} ${why} that HTTP does not ${isPadded ? 'keep' : 'allow'}${guess}.`);
}
