/**
 * Kind of difference between the result of the referee, which is an independent validator, and the result of the suite.
 * `answerFaulted`: only the referee reports a violation in the response. `answerPassed`: only the suite reports a
 * violation in the response. `requestFaulted`: only the referee reports a violation in the request. `requestPassed`:
 * the referee accepts a request that the suite expects the target to reject. `silent`: the referee does not respond to
 * the request.
 */
export type DisagreementKind = 'answerFaulted' | 'answerPassed' | 'requestFaulted' | 'requestPassed' | 'silent';

export interface Disagreement {
  readonly kind: DisagreementKind;
  /** Title of the case that sent the request. */
  readonly case: string;
  readonly operationId?: string;
  /** Method, path and beginning of the body of the request. */
  readonly request: string;
  /** Status of the response. */
  readonly status: number;
  /** Description of the violation. */
  readonly detail: string;
  /** Reason of a known difference; absent if the difference is unexplained. */
  readonly why?: string;
}

/**
 * Result of the referee, an independent validator, about the exchanges of a run. The result never changes the
 * verdict.
 */
export interface Referee {
  readonly name: string;
  readonly version: string;
  /** Number of evaluated exchanges. */
  readonly exchanges: number;
  readonly disagreements: readonly Disagreement[];
  /** Reason why the referee did not evaluate all exchanges, as a sentence without a full stop. */
  readonly unavailable?: string;
}

/** Differences between referee and suite without a known reason. */
export function unexplained({ disagreements }: Pick<Referee, 'disagreements'>): readonly Disagreement[] {
  return disagreements.filter(({ why }) => why === undefined);
}

/** Merges the referee results of the shards of a run. @param cases titles of the cases, in the order of the suite */
export function mergeReferees(parts: readonly Referee[], cases: readonly string[]): Referee | undefined {
  const [first] = parts;
  if (!first) return undefined;
  const place = new Map(cases.map((title, index) => [title, index]));
  const disagreements = parts.flatMap((part) => part.disagreements);
  const unavailable = parts.find((part) => part.unavailable !== undefined)?.unavailable;
  return {
    ...first,
    exchanges: parts.reduce((sum, { exchanges }) => sum + exchanges, 0),
    disagreements: disagreements.toSorted((a, b) => (place.get(a.case) ?? 0) - (place.get(b.case) ?? 0)),
    ...(unavailable !== undefined && { unavailable }),
  };
}
