import { expect, test } from 'vitest';
import { BODIES } from '../../tools/hostile/bodies.ts';
import { measuredRun } from '../../tools/hostile/measured-run.ts';
import { TRANSFERS } from '../../tools/hostile/transfers.ts';

/** Tests with a few targets of `npm run hostile`, each judged by a part of the suite. */
test.each(['errors-of-ruby-frames', 'deep-array', 'gzip-bomb'])(
  'judges the target %s with little memory, and writes a report or ends with status 4',
  async (name) => {
    const target = [...BODIES, ...TRANSFERS].find((one) => one.name === name);
    if (!target) throw new Error(`${name} is not a hostile target`);
    const { status, hasReport, peakMib, largestReportMib } = await measuredRun(target, [
      '--only',
      'createInvite+documented',
    ]);
    // With status 4, the target was unreachable, so the run may have no report.
    expect(hasReport ? [0, 1, 3, 4] : [4]).toContain(status);
    expect(peakMib).toBeLessThan(500);
    expect(largestReportMib).toBeLessThan(8);
  },
);
