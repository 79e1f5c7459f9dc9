/** Request as sent. */
export interface WireRequest {
  readonly method: string;
  /** Path and query below the base URL, percent-encoded. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Name of a separate connection, which all requests with this name share. */
  readonly connection?: string;
}

/** Response of the target. */
export interface Answer {
  readonly status: number;
  /** Headers with names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** Parsed JSON body; undefined if the body is not JSON. */
  readonly json: unknown;
  /** True if the body is not UTF-8; its text then contains U+FFFD. */
  readonly isUndecodable?: true;
  /** Reason why the suite does not read the JSON of the body, as a clause: `has more than 500 levels`. */
  readonly unjudged?: string;
  readonly durationMs: number;
  /**
   * True if the request was sent twice, on two connections. If the request was sent twice, the target may have executed
   * both requests.
   */
  readonly isSecond?: true;
}

/** Request and its response; the response is undefined if the target did not respond. */
export interface SentExchange {
  readonly request: WireRequest;
  readonly answer: Answer | undefined;
  readonly startedAt: Date;
}

/** Extent to which a case evaluates a response. `survival`: the case verifies only that the status is not 5xx. */
export type Judgement = 'whole' | 'survival';

export interface JudgedExchange extends SentExchange {
  readonly judgement: Judgement;
  /** Operation of the request, if the contract defines one for its method and path. */
  readonly operationId?: string;
}
