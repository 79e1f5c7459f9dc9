/** Formats a time as the time of day in UTC with milliseconds, such as `00:18:10.042`. @param {string} iso */
export function timeWithMs(iso) {
  return new Date(iso).toISOString().slice(11, 23);
}

const UTC = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' });

/** Formats a time as the date and the time in UTC, such as `28 Nov 2026, 00:18:10 UTC`. @param {string} iso */
export function utc(iso) {
  return `${UTC.format(new Date(iso))} UTC`;
}

const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
/** @type {readonly [Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
];

/** Formats a duration, such as `7 days 1 hour`. @param {number} seconds */
export function duration(seconds) {
  let rest = Math.abs(Math.round(seconds));
  const parts = UNITS.map(([unit, size]) => {
    const number = Math.floor(rest / size);
    rest -= number * size;
    return number > 0 && count(number, unit);
  });
  return `${seconds < 0 ? '−' : ''}${parts.filter(Boolean).join(' ') || '0 seconds'}`;
}

/** Formats a past time relative to the current time, such as `5 minutes ago`. @param {string} iso */
export function ago(iso) {
  const seconds = Math.round((Date.parse(iso) - Date.now()) / 1000);
  const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1];
  return RELATIVE.format(Math.trunc(seconds / size), unit);
}

/**
 * Formats a number with its noun, such as `1 request` or `2 requests`.
 *
 * @param {number} number
 * @param {string} noun
 * @param {string} [plural]
 */
export function count(number, noun, plural = `${noun}s`) {
  return `${number.toLocaleString('en')} ${number === 1 ? noun : plural}`;
}

const NUMBER = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });

/** Formats a size, such as `512 B` or `1.2 MiB`. @param {number} size in bytes */
export function bytes(size) {
  const power = Math.min(3, Math.floor(Math.log2(Math.max(size, 1)) / 10));
  return `${NUMBER.format(size / 1024 ** power)} ${['B', 'KiB', 'MiB', 'GiB'][power]}`;
}
