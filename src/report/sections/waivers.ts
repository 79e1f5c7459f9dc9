import type { RunResult } from '../../run-result/run-result.ts';
import type { WaiverState } from '../../run-result/waivers/waiver.ts';
import { type Block, on, section, styled, table } from '../blocks.ts';

const STATE: Readonly<Record<WaiverState, string>> = {
  used: 'in force',
  unused: 'not judged in this run',
  expired: 'expired',
  unknown: 'unknown requirement',
  duplicated: 'duplicated',
  unneeded: 'no longer needed',
};

/** Section with all waivers; waivers with a mistake come first. */
export function waiversSection({ waivers }: Pick<RunResult, 'waivers'>): Block[] {
  const entries = (waivers?.entries ?? []).toSorted(
    (a, b) => Number(b.message !== undefined) - Number(a.message !== undefined),
  );
  const rows = entries.map(({ requirement, deviations, state, message, owner, expires, reason }) => [
    { to: requirement, text: requirement },
    deviations.map((name) => [styled('code', name), ' ']),
    message === undefined ? STATE[state] : [styled('strong', STATE[state]), `: ${message}`],
    ...[reason, owner, expires],
  ]);
  const header = ['Requirement', 'Deviation', 'State', 'Reason', 'Owner', 'Expires'];
  const head = { id: 'page-waivers', title: 'Waivers', number: entries.length };
  return on(['page', 'summary'], ...section(head, table('Waivers', header, rows)));
}
