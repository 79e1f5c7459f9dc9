import type { CaseRecord } from '../../../src/run-result/case-record.ts';
import type { Finding } from '../../../src/run-result/finding.ts';
import { INTEGRATION_FORM, PROVIDER_FORM } from './operations.ts';

/**
 * What is wrong with the answers of both forms of the metadata upsert is told of the integration form alone: the
 * provider form answers as that one does, which is all that D62 asks of it.
 */
export function withoutEchoes(records: readonly CaseRecord[]): CaseRecord[] {
  const broken = new Set(
    records.flatMap(({ findings }) =>
      findings.flatMap(({ result, message }) => (result === 'broken' && message) || []),
    ),
  );
  const isEcho = ({ rule, result, message = '' }: Finding) =>
    rule === 'D62' &&
    result === 'broken' &&
    message.includes(PROVIDER_FORM) &&
    broken.has(message.replace(PROVIDER_FORM, INTEGRATION_FORM));
  return records.map((record) =>
    record.findings.some(isEcho) ? { ...record, findings: record.findings.filter((one) => !isEcho(one)) } : record,
  );
}
