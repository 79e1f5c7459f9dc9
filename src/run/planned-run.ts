import { NOUNS_OF_CREATED } from '../../conformance/index.ts';
import type { Requirement } from '../contract/requirement.ts';
import { explorationSentence } from '../report/wording.ts';
import type { Exploration } from '../run-result/exploration.ts';
import type { RunResult } from '../run-result/run-result.ts';
import { distinctTraces, type Trace } from '../run-result/trace.ts';
import { count } from '../run-result/words.ts';

/** Requests that a run would send to a conforming target, and records that it would create. Written to `plan.json`. */
export interface Plan {
  readonly schemaVersion: 1;
  readonly suite: RunResult['suite'];
  readonly contract: RunResult['contract'];
  readonly target: RunResult['target'];
  readonly exploration?: Exploration;
  /**
   * Number of requests under the contract's base path, including the first request, which only tests the connection.
   * The number excludes requests to the control API of a mock, which a run without configured fixtures also sends.
   */
  readonly requests: number;
  readonly operations: readonly PlannedOperation[];
  readonly requirements: readonly PlannedRequirement[];
  /** Records that the run would create and that no operation can delete. */
  readonly leftovers: Readonly<Record<string, number>>;
  /**
   * Number of records that the run would create in each of the fixtures `otherProject`, `otherIntegration` and
   * `otherOrg`, and that no operation can delete.
   */
  readonly elsewhere: Readonly<Record<string, number>>;
  /**
   * Number of requests that a conforming target rejects, and that would create a record at a target that accepts them.
   */
  readonly refusedCreations: number;
  readonly installations: { readonly configured: number; readonly usedUp: number };
}

interface PlannedOperation {
  readonly operationId: string;
  readonly requests: number;
  /**
   * Number of requests by the status that the contract requires, such as `201` for accepted requests. `0`: requests whose
   * connections the suite closes before the response.
   */
  readonly byStatus: Readonly<Record<string, number>>;
  /**
   * Statuses that the operation declares only by its `default` response; absent if the operation declares every status
   * by its number or range.
   */
  readonly byDefault?: readonly string[];
}

interface PlannedRequirement {
  readonly id: string;
  readonly title: string;
  /** Number of cases of the requirement; 0 for a requirement that the suite evaluates in the responses of all cases. */
  readonly cases: number;
  /**
   * Number of requests that the cases of the requirement send. A case may belong to several requirements, so the sum
   * over all requirements may exceed the number of requests of the run.
   */
  readonly requests: number;
}

/** Request that a case sent to the embedded mock. */
export interface PlannedRequest {
  /** Operation ID; absent if the contract does not define the method for the path. */
  readonly operationId: string | undefined;
  readonly status: number;
  /** True if the operation declares the status only by its `default` response. */
  readonly isDefault?: boolean;
  readonly trace: Trace | undefined;
}

export interface PlannedCase {
  readonly rules: readonly string[];
  readonly requests: readonly PlannedRequest[];
}

export const UNDEFINED_METHOD = '(undefined methods)';

/** Creates the plan from the requests of all cases. `others` is the number of requests that are not part of a case. */
export function planOf(
  facts: Pick<Plan, 'suite' | 'contract' | 'target' | 'exploration'>,
  cases: readonly PlannedCase[],
  requirements: readonly Requirement[],
  {
    others,
    configured,
    apart,
    creating,
  }: {
    others: number;
    configured: number;
    /** Identifiers of each fixture whose name begins with `other`, by the name of the fixture. */
    apart: Readonly<Record<string, readonly string[]>>;
    creating: ReadonlySet<string>;
  },
): Plan {
  const requests = cases.flatMap((one) => one.requests);
  const traces = distinctTraces(requests.flatMap(({ trace }) => (trace ? [trace] : [])));
  const createdOfKind = (kind: string) => traces.filter(({ created }) => created?.kind === kind).length;
  const paths = traces.flatMap(({ place, created }) => (created ? [created.paths ?? [place]] : []));
  const createdIn = (identifiers: readonly string[]) =>
    paths.filter((some) => some.some((path) => isIn(path, identifiers))).length;
  const byOperation = Map.groupBy(requests, ({ operationId }) => operationId ?? UNDEFINED_METHOD);
  return {
    schemaVersion: 1,
    ...facts,
    requests: requests.length + others,
    operations: [...byOperation].map(([operationId, sent]) => ({
      operationId,
      requests: sent.length,
      byStatus: countBy(sent.map(({ status }) => String(status))),
      ...defaultsOf(sent),
    })),
    requirements: requirements
      .filter(({ excluded }) => excluded === undefined)
      .map(({ id, title }) => {
        const about = cases.filter(({ rules }) => rules.includes(id));
        return { id, title, cases: about.length, requests: about.reduce((sum, one) => sum + one.requests.length, 0) };
      }),
    leftovers: Object.fromEntries(Object.keys(NOUNS_OF_CREATED).map((kind) => [kind, createdOfKind(kind)])),
    elsewhere: Object.fromEntries(Object.entries(apart).map(([name, identifiers]) => [name, createdIn(identifiers)])),
    refusedCreations: requests.filter(({ operationId = '', status }) => status >= 400 && creating.has(operationId))
      .length,
    installations: {
      configured,
      usedUp: traces.filter(({ deleted }) => deleted !== undefined).length,
    },
  };
}

function defaultsOf(sent: readonly PlannedRequest[]): Pick<PlannedOperation, 'byDefault'> {
  const statuses = new Set(sent.flatMap(({ status, isDefault }) => (isDefault ? [String(status)] : [])));
  return statuses.size === 0 ? {} : { byDefault: [...statuses] };
}

/** True if the path contains one of the given IDs or names of fixtures. */
function isIn(path: string, identifiers: readonly string[]): boolean {
  const segments = path.split('/');
  return identifiers.some((one) => segments.includes(encodeURIComponent(one)));
}

const KINDS: Readonly<Record<string, string>> = {
  '0': 'abandoned',
  '400': 'invalid',
  '401': 'unauthenticated',
  '403': 'without permission',
  '404': 'nonexistent resource',
  '405': 'undefined method',
  '409': 'conflict',
  '413': 'too large',
  '415': 'unsupported media type',
  '422': 'impossible',
};

/** Text of the plan for the terminal. */
export function renderPlan(plan: Plan): string {
  const { target, requests, leftovers, elsewhere, refusedCreations, installations, exploration } = plan;
  const apart = Object.entries(elsewhere).flatMap(([other, number]) => (number > 0 ? [`${number} in ${other}`] : []));
  const inPassing = plan.requirements.filter(({ cases }) => cases === 0).map(({ id }) => id);
  return `${[
    `PLAN  ${target.baseUrl}  ${requests} requests; nothing was sent`,
    ...(exploration ? [explorationSentence(exploration)] : []),
    '',
    'Requests by expected response:',
    ...plan.operations.map(
      ({ operationId, requests: sent, byStatus, byDefault }) =>
        `  ${operationId.padEnd(32)} ${String(sent).padStart(5)}  ${kindsOf(byStatus, byDefault)}`,
    ),
    '',
    'Test data that the interface cannot delete:',
    `  ${Object.entries(leftovers)
      .map(([kind, number]) => count(number, NOUNS_OF_CREATED[kind] ?? kind))
      .join(', ')}`,
    ...(apart.length > 0 ? [`  of these, ${apart.join(', ')}`] : []),
    `  a target that accepts invalid requests keeps up to ${refusedCreations} more`,
    `  ${installations.usedUp} of ${count(installations.configured, 'configured installation')} deleted`,
    '',
    'Requests by requirement (a case may belong to several):',
    ...columns(plan.requirements.filter(({ cases }) => cases > 0).map(({ id, requests: n }) => `${id} ${n}`)),
    ...(inPassing.length > 0 ? [`  Requirements evaluated in all responses: ${inPassing.join(' ')}`] : []),
  ].join('\n')}\n`;
}

function kindsOf(byStatus: PlannedOperation['byStatus'], byDefault: readonly string[] = []): string {
  return Object.entries(byStatus)
    .map(([status, number]) => {
      // The suite expects 400 from an operation without a request body only for a path with invalid percent-encoding.
      if (status === '400' && byDefault.includes(status))
        return `${number} undecodable path (${status}, declared as default)`;
      return `${number} ${status.startsWith('2') ? 'valid' : (KINDS[status] ?? 'others')} (${status})`;
    })
    .join(', ');
}

function columns(cells: readonly string[]): string[] {
  const perLine = 8;
  return Array.from(
    { length: Math.ceil(cells.length / perLine) },
    (_, row) =>
      `  ${cells
        .slice(row * perLine, (row + 1) * perLine)
        .map((cell) => cell.padEnd(9))
        .join(' ')
        .trimEnd()}`,
  );
}

function countBy(values: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}
