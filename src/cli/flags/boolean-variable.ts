/**
 * True if the value of an environment variable turns its option on.
 *
 * @returns undefined for a text that means neither on nor off
 */
export function isOn(value: string | undefined): boolean | undefined {
  if (value === undefined || /^(?:|0|false|no|off)$/i.test(value)) return false;
  return /^(?:1|true|yes|on)$/i.test(value) ? true : undefined;
}
