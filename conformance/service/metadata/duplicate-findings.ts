import type { CaseRecord } from '../../../src/run-result/case-record.ts';
import type { Finding } from '../../../src/run-result/finding.ts';
import { INTEGRATION_FORM, PROVIDER_FORM } from './operations.ts';

/**
 * Removes failures of the upsert for providers that the upsert for integrations also has. A failure that both the
 * upsert for providers and the upsert for integrations have does not break D62, which requires only that the two
 * upserts respond alike.
 */
export function withoutDuplicates(records: readonly CaseRecord[]): CaseRecord[] {
  const broken = new Set(
    records.flatMap(({ findings }) =>
      findings.flatMap(({ result, message }) => (result === 'broken' && message) || []),
    ),
  );
  const isDuplicate = ({ rule, result, message = '' }: Finding) =>
    rule === 'D62' &&
    result === 'broken' &&
    message.includes(PROVIDER_FORM) &&
    broken.has(message.replace(PROVIDER_FORM, INTEGRATION_FORM));
  return records.map((record) =>
    record.findings.some(isDuplicate)
      ? { ...record, findings: record.findings.filter((one) => !isDuplicate(one)) }
      : record,
  );
}
