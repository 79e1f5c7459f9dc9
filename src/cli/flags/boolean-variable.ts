/**
 * True if the environment variable of a switch turns it on.
 *
 * @returns undefined for what is neither yes nor no: whoever wrote it may have meant either
 */
export function isOn(value: string | undefined): boolean | undefined {
  if (value === undefined || /^(?:|0|false|no|off)$/i.test(value)) return false;
  return /^(?:1|true|yes|on)$/i.test(value) ? true : undefined;
}
