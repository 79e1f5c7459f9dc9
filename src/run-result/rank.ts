import type { CaseRecord } from './case-record.ts';
import { sortedBy } from './clearest-first.ts';
import { isBroken, type RequirementResult } from './requirement-result.ts';

/**
 * Adds the rank to the requirements that failed or warned; a developer should fix rank 1 first. Failures of security
 * have the first ranks, then failures of specified behaviour; failures that only generated invalid requests show have
 * the last ranks.
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
    // A rule without a case of its own concerns the form of all responses, such as problem details.
    Number(!found.some(({ rules }) => rules.includes(id))),
  ];
}
