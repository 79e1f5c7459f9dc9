import { createColors } from 'picocolors';
import type { Output } from '../command-context.ts';
import { isOn } from '../flags/boolean-variable.ts';

/** True in a CI system: these set `CI=true`, or `CI` to their name. */
export function isInCi({ CI } = process.env): boolean {
  return isOn(CI) !== false;
}

/**
 * True if a stream shows colours. `NO_COLOR` and `FORCE_COLOR` decide first. Otherwise, terminals except `dumb` show
 * colours, and so do the logs of CI systems.
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
