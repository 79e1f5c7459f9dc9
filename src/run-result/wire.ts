/** Request as sent. */
export interface WireRequest {
  readonly method: string;
  /** Path and query below the base URL, percent-encoded. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Name of a connection of its own; requests with the same name share it. */
  readonly connection?: string;
}

/** Response of the target. */
export interface Answer {
  readonly status: number;
  /** Headers with names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** Body as JSON; undefined if it is not JSON. */
  readonly json: unknown;
  readonly durationMs: number;
  /** Present if the request was sent twice, on two connections. The target may have executed both. */
  readonly isSecond?: true;
}

/** Request and its response; undefined if there was none. */
export interface SentExchange {
  readonly request: WireRequest;
  readonly answer: Answer | undefined;
  readonly startedAt: Date;
}

/** Extent of the evaluation of a response. `survival`: only that its status is not 5xx. */
export type Judgement = 'whole' | 'survival';

export interface JudgedExchange extends SentExchange {
  readonly judgement: Judgement;
  /** Operation of the request, if any. */
  readonly operationId?: string;
}
