const SECOND = 1000;

/** The largest first. */
export const UNITS = [
  { symbol: 'd', name: 'days', ms: 86_400 * SECOND },
  { symbol: 'h', name: 'hours', ms: 3600 * SECOND },
  { symbol: 'min', name: 'minutes', ms: 60 * SECOND },
  { symbol: 's', name: 'seconds', ms: SECOND },
];

/**
 * `7 d 2 h ahead`, `30 s behind`.
 *
 * @param {number} ms
 */
export function duration(ms) {
  let rest = Math.abs(ms);
  const parts = UNITS.flatMap(({ symbol, ms: size }) => {
    const number = symbol === 's' ? rest / size : Math.floor(rest / size);
    rest -= number * size;
    return number === 0 ? [] : [`${number} ${symbol}`];
  });
  return `${parts.join(' ')} ${ms < 0 ? 'behind' : 'ahead'}`;
}
