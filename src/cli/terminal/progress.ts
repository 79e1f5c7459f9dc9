import type { Requirement } from '../../contract/requirement.ts';
import type { CaseRecord } from '../../run-result/case-record.ts';
import type { Output } from '../command-context.ts';

/** Number of cases between two lines in a file or a CI log. */
const CASES_PER_LINE = 100;

export interface Progress {
  readonly onCase: (record: CaseRecord) => void;
  end(): void;
}

/**
 * Shows the progress of a run: one updated line on a terminal, a new line every 100 cases elsewhere.
 *
 * @param requirements failures of an excluded requirement are not shown
 */
export function progress(stream: Output, requirements: readonly Pick<Requirement, 'id' | 'excluded'>[]): Progress {
  const judged = new Set(requirements.flatMap(({ id, excluded }) => (excluded === undefined ? [id] : [])));
  let cases = 0;
  let requests = 0;
  const failed = new Set<string>();
  /** Requirements that an earlier line of the log shows. */
  let logged = new Set<string>();
  const line = (rules: ReadonlySet<string>) =>
    `${cases} cases, ${requests} requests${rules.size > 0 ? `, failed: ${[...rules].join(' ')}` : ''}`;
  return {
    onCase: (record) => {
      cases++;
      requests += record.requests;
      for (const { rule, result } of record.findings) if (result === 'broken' && judged.has(rule)) failed.add(rule);
      if (stream.isTTY) stream.write(`\r\u001B[K${line(failed).slice(0, (stream.columns ?? 80) - 1)}`);
      else if (cases % CASES_PER_LINE === 0) {
        stream.write(`${line(failed.difference(logged))}\n`);
        logged = new Set(failed);
      }
    },
    end: () => {
      if (stream.isTTY) stream.write('\r\u001B[K');
    },
  };
}
