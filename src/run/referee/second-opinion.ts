import { concealer, secretsOf, type Target } from '../../../conformance/index.ts';
import type { Contract } from '../../contract/contract.ts';
import type { CaseRecord } from '../../run-result/case-record.ts';
import type { Referee } from '../../run-result/referee.ts';
import { askPrism } from './ask-prism.ts';
import type { PrismInstallation } from './prism.ts';

/** What Prism says of the exchanges of a run; nothing where nobody asks for it. */
export async function secondOpinion(
  prism: PrismInstallation | undefined,
  contract: Contract,
  records: readonly CaseRecord[],
  target: Target,
): Promise<{ referee?: Referee }> {
  return prism ? { referee: await askPrism(prism, contract, records, concealer(secretsOf(target))) } : {};
}

/** The records without what was kept for a referee, secrets and all. */
export function withoutTraffic(records: readonly CaseRecord[]): CaseRecord[] {
  return records.map(({ traffic: _, ...rest }) => rest);
}
