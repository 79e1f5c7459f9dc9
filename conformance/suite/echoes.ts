import type { CaseRecord } from './case.ts';
import type { Finding } from './finding.ts';

/** The second form of an operation, the first, and the rule that the second answers as the first does. */
const FORMS = [
  { second: 'upsertProviderObjectMetadata', first: 'upsertIntegrationObjectMetadata', rule: 'D62' },
] as const;

/**
 * What is wrong with the answers of both forms of an operation is told of the first alone: the second answers as the
 * first does, and breaks no rule of its own.
 */
export function withoutEchoes(records: readonly CaseRecord[]): CaseRecord[] {
  const broken = new Set(
    records.flatMap(({ findings }) =>
      findings.flatMap(({ result, message }) => (result === 'broken' && message) || []),
    ),
  );
  const isEcho = ({ rule, result, message = '' }: Finding) =>
    result === 'broken' &&
    FORMS.some(
      (form) =>
        form.rule === rule && message.includes(form.second) && broken.has(message.replace(form.second, form.first)),
    );
  return records.map((record) =>
    record.findings.some(isEcho) ? { ...record, findings: record.findings.filter((one) => !isEcho(one)) } : record,
  );
}
