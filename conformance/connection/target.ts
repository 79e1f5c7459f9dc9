import type { Fixtures } from './fixture-kind.ts';

/** One implementation that a run tests, as plain data, so that a worker thread can receive this object. */
export interface Target {
  /** Scheme, host, port and path prefix, without `/v1` and without a trailing slash. */
  readonly baseUrl: string;
  /** The base URL of the real target, if the run is a rehearsal against a mock. */
  readonly standsFor?: string;
  readonly apiKey: string;
  readonly fixtures: Fixtures;
  /**
   * True if the fixtures are the defaults of the suite. If the target does not know a default fixture, the suite treats
   * the fixture as missing, and not as a failure of the target.
   */
  readonly presumed: boolean;
  /** An ID of the run, which the names of all created test data contain. */
  readonly runId: string;
  /** The domain of generated email addresses; example.com if absent. */
  readonly emailDomain?: string;
  /** Maximum number of requests per second; no limit if absent. */
  readonly maxRps?: number;
  /** Trusted certificates in PEM; the default certificates of Node.js if absent. */
  readonly ca?: readonly string[];
  /**
   * Additional headers of every request. The values are secrets. A header with the same name in a request of a case has
   * priority over the additional header.
   */
  readonly headers?: Readonly<Record<string, string>>;
  /** The proxies from the environment variables; the run uses no proxy if this property is absent. */
  readonly proxy?: Readonly<Partial<Record<'HTTPS_PROXY' | 'HTTP_PROXY' | 'NO_PROXY', string>>>;
  /** The longest wait for one response, in milliseconds. */
  readonly timeoutMs: number;
}

/** The settings of the connection to a target. */
export type Connection = Pick<Target, 'ca' | 'headers' | 'proxy'>;

/** Thrown if the target does not respond at all. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
  /** True if the suite had already sent the request on another connection, which broke before the response. */
  readonly wasSent: boolean;

  constructor(message: string, { wasSent = false, ...options }: ErrorOptions & { wasSent?: boolean } = {}) {
    super(message, options);
    this.wasSent = wasSent;
  }
}
