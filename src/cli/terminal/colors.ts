import { createColors } from 'picocolors';
import type { Output } from '../command-context.ts';
import { isOn } from '../flags/boolean-variable.ts';

/** True if the command runs in a CI system. CI systems set the variable `CI` to `true` or to their name. */
export function isInCi({ CI } = process.env): boolean {
  return isOn(CI) !== false;
}

/**
 * True if a stream shows colours. By default, the logs of CI systems and all terminals except `dumb` show colours. The
 * environment variables `NO_COLOR` and `FORCE_COLOR` have priority over this default.
 */
export function hasColors({ isTTY }: Pick<Output, 'isTTY'>, environment = process.env): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = environment;
  if (NO_COLOR) return false;
  if (FORCE_COLOR) return isOn(FORCE_COLOR) !== false;
  return (isTTY === true && TERM !== 'dumb') || isInCi(environment);
}

/** Functions that colour a text. */
export type Colors = ReturnType<typeof createColors>;

export function colorsFor(stream: Pick<Output, 'isTTY'>): Colors {
  return createColors(hasColors(stream));
}
