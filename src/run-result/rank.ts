import type { CaseRecord } from './case-record.ts';
import { sortedBy } from './clearest-first.ts';
import { isBroken, type RequirementResult } from './requirement-result.ts';

/**
 * Adds the rank to the requirements that failed or warned; a developer should fix rank 1 first. Failures precede
 * warnings. Within the failures, and within the warnings, security requirements come first, and requirements that fail
 * only for generated invalid requests come last. Documented requirements precede decided requirements.
 */
export function ranked(results: readonly RequirementResult[], records: readonly CaseRecord[]): RequirementResult[] {
  const byId = new Map(records.map((record) => [record.id, record]));
  const order = sortedBy(results.filter(isBroken), (result) => urgency(result, byId));
  const rank = new Map(order.map(({ id }, index) => [id, index + 1]));
  return results.map((result) => {
    const place = rank.get(result.id);
    return place === undefined ? result : { ...result, rank: place };
  });
}

function urgency(result: RequirementResult, records: ReadonlyMap<string, CaseRecord>): number[] {
  const { id, outcome, basis, tags = [], cases } = result;
  const deciding = cases.filter((one) => one.outcome === outcome);
  const found = deciding.flatMap((one) => records.get(one.id ?? '') ?? []);
  return [
    Number(outcome !== 'failed'),
    Number(!tags.includes('security')),
    Number(found.every(({ isNegative }) => isNegative === true)),
    Number((deciding[0]?.basis ?? basis) === 'decided'),
    // Requirements whose failures occur only in cases of other requirements come last: such requirements are about the
    // form of responses in general, such as problem details.
    Number(!found.some(({ rules }) => rules.includes(id))),
  ];
}
