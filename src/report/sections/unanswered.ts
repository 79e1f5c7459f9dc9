import { toCurl } from '../../run-result/curl.ts';
import type { RunResult } from '../../run-result/run-result.ts';
import { type Block, code, section, text } from '../blocks.ts';

/** Commands that repeat the requests that were in progress when the target stopped responding. */
export function unansweredSection({ stop, target }: Pick<RunResult, 'stop' | 'target'>): Block[] {
  const commands = (stop?.unanswered ?? []).map((request) => toCurl(request, target));
  if (commands.length === 0) return [];
  const sentence =
    commands.length === 1
      ? 'The target stopped responding during this request:'
      : 'The target stopped responding during these requests (find the cause with --concurrency 1):';
  return section({ id: 'page-unanswered', title: 'Requests without a response' }, [
    text(sentence),
    ...commands.flatMap((command) => code('sh', command, 'Reproduce')),
  ]);
}
