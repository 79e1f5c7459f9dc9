import { isObject } from '../../contract/json.ts';
import { essence } from '../../contract/media-type.ts';
import type { CaseRecord } from '../case-record.ts';
import type { Answer } from '../wire.ts';

/** Structure of a response: its status, media type and properties, without the values. */
interface ResponseShape {
  readonly operationId: string | undefined;
  readonly status: number;
  readonly mediaType: string;
  /**
   * JSON Pointer and type of each value in the body, with `*` for all items of an array:
   * `/results/* /fieldName: string`.
   */
  readonly members: ReadonlySet<string>;
}

/** Structures of the responses of each case without a failure, by the title of the case. */
export type ResponsesOfCases = ReadonlyMap<string, readonly ResponseShape[]>;

interface OneSide {
  readonly statuses: readonly number[];
  readonly mediaType: string;
  /** Properties that only the response of one target has. */
  readonly members: readonly string[];
}

/** Difference between the responses of two targets that the contract allows. */
export interface ResponseDifference {
  readonly operationIds: readonly string[];
  readonly this: OneSide;
  readonly other: OneSide;
  /** Number of pairs of responses that have the difference. */
  readonly answers: number;
  /** Title of one case whose responses have the difference. */
  readonly case: string;
}

/** Matches a property name that the suite or the target generates: a UUID, or a name with characters outside ASCII. */
const GENERATED = /\/(?:[^/]*[^\x20-\x7e/][^/]*|[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})/gi;

/**
 * Collects the structures of the responses of a run.
 *
 * @param records records of the cases, with all exchanges in `traffic`
 * @param runId ID of the run; generated names of properties contain the ID
 */
export function responsesOf(records: readonly CaseRecord[], runId: string): ResponsesOfCases {
  // A server may truncate a generated name at any character.
  const ownNames = new RegExp(`-${runId.replaceAll(/\W/g, '\\$&')}\\w*(?:-[\\da-frsx]*(?:-[\\da-f]{0,6})?)?`, 'gi');
  const shapeOf = (answer: Answer, operationId: string | undefined): ResponseShape => ({
    operationId,
    status: answer.status,
    mediaType: essence(answer.headers['content-type']),
    members: new Set(
      membersOf(answer.json, '').map((member) =>
        member.replaceAll(ownNames, '-<name>').replaceAll(GENERATED, '/<name>'),
      ),
    ),
  });
  const passed = records.filter(({ findings }) => findings.every(({ result }) => result === 'holds'));
  return new Map(
    passed.map(({ title, traffic = [] }) => {
      // Responses to requests that only test robustness are not compared, since the contract allows any response.
      const judged = traffic.filter(({ judgement }) => judgement === 'whole');
      const answers = judged.flatMap(({ answer, operationId }) => (answer ? shapeOf(answer, operationId) : []));
      // The responses are sorted, since the responses to concurrent requests arrive in any order.
      return [title, answers.toSorted((a, b) => a.status - b.status)];
    }),
  );
}

function membersOf(value: unknown, place: string): string[] {
  if (Array.isArray(value)) return [`${place}: array`, ...value.flatMap((item) => membersOf(item, `${place}/*`))];
  if (isObject(value)) return Object.entries(value).flatMap(([name, member]) => membersOf(member, `${place}/${name}`));
  return value === undefined ? [] : [`${place || '/'}: ${value === null ? 'null' : typeof value}`];
}

/** Differences between the responses of two targets to the same requests, the most frequent first. */
export function compareResponses(own: ResponsesOfCases, others: ResponsesOfCases): ResponseDifference[] {
  const pairs = [...own].flatMap(([title, one]) => pairsOf(title, one, others.get(title)));
  const groups = Map.groupBy(pairs, ({ own: here, other: there }) =>
    JSON.stringify([
      // Pairs of responses with different statuses are grouped by operation, status, media type and properties; pairs
      // with the same status are grouped only by media type and properties.
      here.status === there.status ? [] : [here.operationId, here.status, there.status],
      ...[here.mediaType, there.mediaType, only(here, there), only(there, here)],
    ]),
  );
  return [...groups.values()].flatMap(summed).toSorted((a, b) => b.answers - a.answers);
}

interface Pair {
  readonly title: string;
  readonly own: ResponseShape;
  readonly other: ResponseShape;
}

/**
 * Pairs of different responses of two targets to the same request. Returns no pairs if the case sent different numbers
 * of requests to the two targets.
 */
function pairsOf(title: string, answers: readonly ResponseShape[], others: readonly ResponseShape[] = []): Pair[] {
  if (others.length !== answers.length) return [];
  return answers.flatMap((own, index) => {
    const other = others[index];
    return other && differ(own, other) ? [{ title, own, other }] : [];
  });
}

function differ(a: ResponseShape, b: ResponseShape): boolean {
  return a.status !== b.status || a.mediaType !== b.mediaType || a.members.symmetricDifference(b.members).size > 0;
}

function only({ members }: ResponseShape, other: ResponseShape): string[] {
  return [...members.difference(other.members)].toSorted();
}

function summed(pairs: readonly Pair[]): ResponseDifference[] {
  const [first] = pairs;
  if (!first) return [];
  const side = (name: 'own' | 'other', opposite: 'own' | 'other'): OneSide => ({
    statuses: [...new Set(pairs.map((pair) => pair[name].status))].toSorted((a, b) => a - b),
    mediaType: first[name].mediaType,
    members: only(first[name], first[opposite]),
  });
  return [
    {
      operationIds: [...new Set(pairs.flatMap(({ own }) => own.operationId ?? []))],
      this: side('own', 'other'),
      other: side('other', 'own'),
      answers: pairs.length,
      case: first.title,
    },
  ];
}
