import type { CaseRecord } from '../../src/run-result/case-record.ts';
import type { Finding } from '../../src/run-result/finding.ts';
import type { CreatedData } from '../../src/run-result/trace.ts';

/** The rule that each record has a unique ID, by kind of record. */
const RULES: Readonly<Record<string, string>> = { jwtKey: 'D54', invite: 'D72' };

/**
 * Reports an ID that the target assigned to two records only as a failure of the rule that IDs are unique. If two
 * records share an ID, other failures of the two records become untestable, since a request about one of the records
 * may have changed both.
 */
export function reportSharedIdentifiers(records: readonly CaseRecord[]): CaseRecord[] {
  const shared = sharedOf(records);
  if (shared.length === 0) return [...records];
  const deciding = new Map(shared.map(({ kind }) => [RULES[kind], firstDeciding(records, RULES[kind])]));
  const keys = shared.filter(({ kind }) => kind === 'jwtKey').map(({ id }) => encodeURIComponent(id));
  return records.map((record) => {
    const added = [...deciding].flatMap(([rule, one]) => (rule && one === record ? [sharedFinding(rule, shared)] : []));
    return {
      ...record,
      findings: [...record.findings.map((finding) => untestableIfShared(finding, record, keys)), ...added],
    };
  });
}

interface Shared {
  readonly kind: string;
  readonly id: string;
}

/**
 * IDs that the target assigned to more than one created record. Created records with the same name count as one record,
 * since the suite may repeat a request.
 */
function sharedOf(records: readonly CaseRecord[]): Shared[] {
  const all = records.flatMap(({ traces = [] }) => traces.flatMap(({ created }) => created ?? []));
  const byId = Map.groupBy(all.filter(isIdentified), ({ kind, id }) => JSON.stringify([kind, id]));
  return [...byId.values()].flatMap((made) => {
    const [one] = made;
    if (!one || made.length < 2) return [];
    const isOne = new Set(made.map(({ name }) => name)).size === 1;
    return isOne ? [] : [{ kind: one.kind, id: one.id }];
  });
}

function isIdentified(created: CreatedData): created is CreatedData & { id: string } {
  return created.id !== undefined && RULES[created.kind] !== undefined;
}

function firstDeciding(records: readonly CaseRecord[], rule: string | undefined): CaseRecord | undefined {
  return records.find(({ rules }) => rules[0] === rule) ?? records.find(({ rules }) => rule && rules.includes(rule));
}

function sharedFinding(rule: string, shared: readonly Shared[]): Finding {
  const id = shared.find(({ kind }) => RULES[kind] === rule)?.id ?? '';
  const message = 'the target assigns one ID to several records';
  return { rule, result: 'broken', message, expected: 'one ID per record', actual: `${id} for several records` };
}

function untestableIfShared(finding: Finding, { exchanges }: CaseRecord, keys: readonly string[]): Finding {
  const { rule, result, exchange } = finding;
  const url = exchange === undefined ? undefined : exchanges[exchange]?.request.url;
  if (result !== 'broken' || rule === RULES.jwtKey || !keys.some((key) => url?.includes(key))) return finding;
  const { exchange: _, expected: __, actual: ___, ...rest } = finding;
  return {
    ...rest,
    result: 'untestable',
    message: 'the tested key has the same kid as another key (D54)',
  };
}
