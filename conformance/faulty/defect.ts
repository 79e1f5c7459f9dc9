/** A request to a faulty server, which may change the request before it forwards it. Header names are in lower case. */
export interface FaultyRequest {
  readonly method: string;
  /** Path and query, not decoded. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface FaultyResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Forwards a request to the correct server behind the faulty one. */
export type Forward = (request: FaultyRequest) => Promise<FaultyResponse>;

/** The behaviour of a faulty server for each request. */
export type Behaviour = (request: FaultyRequest, forward: Forward) => Promise<FaultyResponse>;

/** One mistake that a backend team could make. */
export interface Defect {
  /** In kebab case, unique. */
  readonly name: string;
  /** The defect of the server, in one sentence. */
  readonly description: string;
  /** The rules that the suite must find broken: these and no others. */
  readonly breaks: readonly string[];
  /** Creates a behaviour with its own state. */
  create(): Behaviour;
}
