import { ConfigurationError } from './configuration.ts';

/** Visible at both ends, blanks in between. */
const FIELD_VALUE = /^(?:[!-~\x80-\xff](?:[\t -~\x80-\xff]*[!-~\x80-\xff])?)?$/;

/** True if a header can carry the text as it is (RFC 9110 §5.5): blanks at its ends would not arrive. */
export function isFieldValue(text: string): boolean {
  return FIELD_VALUE.test(text);
}

/**
 * Before anything is sent: the target would be accused of requests that never left.
 *
 * @param what names the key; its value is not told
 * @throws ConfigurationError
 */
export function requireFieldValue(what: string, key = ''): void {
  if (isFieldValue(key)) return;
  const guess = /[\r\n]$/.test(key) ? ' (a newline at its end?)' : '';
  const isPadded = isFieldValue(key.trim()) && guess === '';
  const why = isPadded ? 'begins or ends with a blank' : 'holds a character';
  throw new ConfigurationError(`${what} ${why} that HTTP does not ${isPadded ? 'keep' : 'allow'}${guess}.`);
}
