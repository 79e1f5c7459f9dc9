/**
 * How a referee and the suite differ over an exchange. `answerFaulted`: the referee finds fault with the answer, the
 * suite does not. `answerPassed`: the other way round. `requestFaulted`: the referee finds fault with a request that
 * the suite holds to be valid. `requestPassed`: it finds none with one that the suite holds to be rejected.
 * `silent`: it says nothing.
 */
export type DisagreementKind = 'answerFaulted' | 'answerPassed' | 'requestFaulted' | 'requestPassed' | 'silent';

export interface Disagreement {
  readonly kind: DisagreementKind;
  /** The title of the case that sent the request. */
  readonly case: string;
  readonly operationId?: string;
  /** Method, path and the begin of the body. */
  readonly request: string;
  /** That of the answer. */
  readonly status: number;
  /** What the one that finds fault says. */
  readonly detail: string;
  /** Why the referee is known to differ; absent where nobody has looked into it. */
  readonly why?: string;
}

/** The opinion of another tool about the exchanges of a run. It never changes the verdict. */
export interface Referee {
  readonly name: string;
  readonly version: string;
  /** Exchanges that it was shown. */
  readonly exchanges: number;
  readonly disagreements: readonly Disagreement[];
  /** Why it could not be asked, or not to the end: one sentence. */
  readonly unavailable?: string;
}

/** The disagreements that nobody has explained. */
export function unexplained({ disagreements }: Pick<Referee, 'disagreements'>): readonly Disagreement[] {
  return disagreements.filter(({ why }) => why === undefined);
}

/** What it says of the shards of a run, as if it had been asked once. @param cases titles, in the order of the suite */
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
