import { toCurl } from '../../run-result/curl.ts';
import type { RunResult } from '../../run-result/run-result.ts';
import { type Block, code, section, text } from '../blocks.ts';

/** Commands that send again the requests that were under way when the target stopped responding. */
export function unansweredSection({ stop, target }: Pick<RunResult, 'stop' | 'target'>): Block[] {
  const commands = (stop?.unanswered ?? []).map((request) => toCurl(request, target));
  if (commands.length === 0) return [];
  const sentence =
    commands.length === 1
      ? 'This request was under way; the target may have died of it:'
      : 'These requests were under way; the target may have died of one of them (--concurrency 1 tells which):';
  return section({ id: 'page-unanswered', title: 'Requests without a response' }, [
    text(sentence),
    ...commands.flatMap((command) => code('sh', command, 'Repeat it')),
  ]);
}
