/** A request as it goes over the wire. */
export interface WireRequest {
  readonly method: string;
  /** Path and query below the base URL, percent-encoded. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** The response of the target. */
export interface Answer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The body as JSON; undefined if it is not JSON. */
  readonly json: unknown;
  readonly durationMs: number;
  /** The request was sent again, on another connection, and may have been carried out twice. */
  readonly isSecond?: true;
}

/** A request as it was sent, and its response; undefined if none came. */
export interface SentExchange {
  readonly request: WireRequest;
  readonly answer: Answer | undefined;
  readonly startedAt: Date;
}

/** How far a response is evaluated on its own: completely, or only that it is no 5xx. */
export type Judgement = 'whole' | 'survival';

export interface JudgedExchange extends SentExchange {
  readonly judgement: Judgement;
  /** The operation to which the request is addressed, if any. */
  readonly operationId?: string;
}
