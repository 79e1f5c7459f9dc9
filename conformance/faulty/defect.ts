/** A request as a faulty server sees it, and may change before it goes on. Header names are in lower case. */
export interface FaultyRequest {
  readonly method: string;
  /** Path and query, as they came. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface FaultyResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Asks the correct server behind the faulty one. */
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
  /** A behaviour with a memory of its own. */
  create(): Behaviour;
}
