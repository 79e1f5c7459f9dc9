import type { Requirement } from '../../contract/requirement.ts';
import type { CaseRecord } from '../../run-result/case-record.ts';
import type { Output } from '../command-context.ts';

/** Lines that go to a file or a CI log come at this distance, in cases. */
const STRIDE = 100;

export interface Progress {
  readonly onCase: (record: CaseRecord) => void;
  end(): void;
}

/**
 * Tells how far the run is: one living line on a terminal, a line now and then elsewhere.
 *
 * @param requirements what is broken is told of those that are judged
 */
export function progress(stream: Output, requirements: readonly Pick<Requirement, 'id' | 'excluded'>[]): Progress {
  const judged = new Set(requirements.flatMap(({ id, excluded }) => (excluded === undefined ? [id] : [])));
  let cases = 0;
  let requests = 0;
  const broken = new Set<string>();
  /** Requirements that a line has shown: a log keeps its lines. */
  let told = new Set<string>();
  const line = (rules: ReadonlySet<string>) =>
    `${cases} cases, ${requests} requests${rules.size > 0 ? `, broken: ${[...rules].join(' ')}` : ''}`;
  return {
    onCase: (record) => {
      cases++;
      requests += record.requests;
      for (const { rule, result } of record.findings) if (result === 'broken' && judged.has(rule)) broken.add(rule);
      if (stream.isTTY) stream.write(`\r\u001B[K${line(broken).slice(0, (stream.columns ?? 80) - 1)}`);
      else if (cases % STRIDE === 0) {
        stream.write(`${line(broken.difference(told))}\n`);
        told = new Set(broken);
      }
    },
    end: () => {
      if (stream.isTTY) stream.write('\r\u001B[K');
    },
  };
}
