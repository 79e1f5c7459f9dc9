/** A request that a faulty server receives or forwards. Header names are in lower case. */
export interface FaultyRequest {
  readonly method: string;
  /** Path and query, not percent-decoded. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** True if the client sent the body in chunks (`Transfer-Encoding: chunked`). */
  readonly isChunked?: boolean;
}

export interface FaultyResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Forwards a request from the faulty server to the server without the defect, usually the mock. */
export type Forward = (request: FaultyRequest) => Promise<FaultyResponse>;

/** The function that creates the response of a faulty server to each request. */
export type Behaviour = (request: FaultyRequest, forward: Forward) => Promise<FaultyResponse>;

/** One mistake that a backend team could make. */
export interface Defect {
  /** Unique name of the defect, in kebab case. */
  readonly name: string;
  /** Description of the defect, in one sentence. */
  readonly description: string;
  /** IDs of the requirements that the suite must report as failed; it must report no others. */
  readonly breaks: readonly string[];
  /** Creates the behaviour of one faulty server. Each behaviour keeps its own state between requests. */
  create(): Behaviour;
}
