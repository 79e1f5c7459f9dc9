/** Request as sent. */
export interface WireRequest {
  readonly method: string;
  /** Path and query below the base URL, percent-encoded. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /**
   * Name of a separate connection to the target, which all requests with this name share; absent if the client may use
   * any connection.
   */
  readonly connection?: string;
  /** ID of the variant of a valid request that this request is, for messages; absent for other requests. */
  readonly variant?: string;
}

/** Response of the target. */
export interface Answer {
  readonly status: number;
  /** Headers with names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** Parsed JSON body; undefined if the body is not JSON. */
  readonly json: unknown;
  /** True if the body is not valid UTF-8; `text` then contains U+FFFD in place of the invalid bytes. */
  readonly isUndecodable?: true;
  /** Reason why the suite does not read the JSON of the body, as a clause: `has more than 500 levels`. */
  readonly unjudged?: string;
  readonly durationMs: number;
  /**
   * True if the request was sent again on a second connection, so that the target may have executed the request twice.
   */
  readonly isSecond?: true;
}

/** Request and its response; the response is undefined if the target did not respond. */
export interface SentExchange {
  readonly request: WireRequest;
  readonly answer: Answer | undefined;
  readonly startedAt: Date;
}

/**
 * Extent to which a case evaluates a response. `whole`: the case compares the response with the whole contract.
 * `survival`: the case tests only that the status of the response is not 5xx.
 */
export type Judgement = 'whole' | 'survival';

export interface JudgedExchange extends SentExchange {
  readonly judgement: Judgement;
  /** operationId of the request; absent if the contract has no operation for the method and path. */
  readonly operationId?: string;
}
