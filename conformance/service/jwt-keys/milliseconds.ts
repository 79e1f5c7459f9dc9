/**
 * The time of an RFC 3339 date-time in milliseconds since 1970; NaN if the value is not a date-time. The function
 * shortens the fraction of the second, since `Date.parse` reads a fraction of more than nine digits wrongly.
 */
export function milliseconds(time: unknown): number {
  return Date.parse(String(time).replace(/(?<=\.\d{3})\d+/, ''));
}
