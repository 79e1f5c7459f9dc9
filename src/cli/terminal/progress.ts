import type { EndedCase } from '../../run/run-side.ts';
import type { Output } from '../command-context.ts';
import { colorsFor } from './colors.ts';

const BAR_WIDTH = 20;
/** Minimum time in milliseconds between two updates of the progress line on a terminal. */
const REFRESH_MS = 50;
/** Part of all cases after which a log gets the next progress line: a quarter. */
const STEP = 0.25;
/**
 * Time in milliseconds after which a log gets an additional line, if the first quarter of the cases is not complete.
 */
const SIGN_OF_LIFE_MS = 10_000;

export interface Progress {
  readonly onCase: (ended: EndedCase) => void;
  end(): void;
}

/**
 * Shows the progress of a run: one updated line on a terminal, and at most five lines elsewhere, such as in a CI log.
 *
 * @param now clock, in milliseconds
 */
export function progress(stream: Output, now: () => number = () => performance.now()): Progress {
  return stream.isTTY ? terminalProgress(stream, now) : logProgress(stream, now);
}

/** `██████░░░░░░░░░░░░░░ 812/2310 cases · 4 failed · 3 s` */
function terminalProgress(stream: Output, now: () => number): Progress {
  const colors = colorsFor(stream);
  const start = now();
  let [cases, failed, shownAt] = [0, 0, Number.NEGATIVE_INFINITY];
  return {
    onCase: ({ isFailed, total }) => {
      cases++;
      if (isFailed) failed++;
      if (now() - shownAt < REFRESH_MS) return;
      shownAt = now();
      const filled = Math.floor((cases / total) * BAR_WIDTH);
      const bar = `${colors.cyan('█'.repeat(filled))}${colors.dim('░'.repeat(BAR_WIDTH - filled))}`;
      const failures = failed > 0 ? colors.red(` · ${failed} failed`) : '';
      const line = ` ${cases}/${total} cases${failures} · ${seconds(now() - start)}`;
      const isNarrow = (stream.columns ?? 80) < BAR_WIDTH + 40;
      stream.write(`\r\u001B[K${isNarrow ? '' : bar}${line}`);
    },
    end: () => {
      stream.write('\r\u001B[K');
    },
  };
}

/** `50% 1155/2310 cases · 4 failed · 3 s` */
function logProgress(stream: Output, now: () => number): Progress {
  const start = now();
  let [cases, failed, next] = [0, 0, STEP];
  let isSilent = true;
  return {
    onCase: ({ isFailed, total }) => {
      cases++;
      if (isFailed) failed++;
      const part = cases / total;
      if (part < next && !(isSilent && now() - start > SIGN_OF_LIFE_MS)) return;
      isSilent = false;
      while (next <= part) next += STEP;
      const failures = failed > 0 ? ` · ${failed} failed` : '';
      const percent = `${Math.floor(part * 100)}%`.padStart(4);
      stream.write(`${percent} ${cases}/${total} cases${failures} · ${seconds(now() - start)}\n`);
    },
    end: () => {},
  };
}

function seconds(milliseconds: number): string {
  const whole = Math.floor(milliseconds / 1000);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
