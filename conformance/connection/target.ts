import type { Fixtures } from './fixture-kind.ts';

/** One implementation to judge: plain data, so that it can be handed to a worker. */
export interface Target {
  /** Scheme, host, port and prefix, without `/v1` and without a trailing slash. */
  readonly baseUrl: string;
  /** In a rehearsal: the base URL of the target that this one stands in for. */
  readonly standsFor?: string;
  readonly apiKey: string;
  readonly fixtures: Fixtures;
  /** True if nobody named the fixtures: those that the target does not know are then missing, not faults of it. */
  readonly presumed: boolean;
  /** In the names of everything that the run makes. */
  readonly runId: string;
  /** The domain of every email address that a request contains; example.com when absent. */
  readonly emailDomain?: string;
  /** Requests a second, over all cases; any number when absent. */
  readonly maxRps?: number;
  /** Certificates in PEM of those whose signature is trusted; the usual ones when absent. */
  readonly ca?: readonly string[];
  /** Additional headers of every request. The values are secrets; a header of the case wins. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The proxies to go through, as environment variables name them; none when absent. */
  readonly proxy?: Readonly<Partial<Record<'HTTPS_PROXY' | 'HTTP_PROXY' | 'NO_PROXY', string>>>;
  /** For one answer, in milliseconds. */
  readonly timeoutMs: number;
}

/** How a target is reached, and what every request to it has besides. */
export type Connection = Pick<Target, 'ca' | 'headers' | 'proxy'>;

/** The target does not answer at all. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
  /** True if the request had been sent before, on a connection that broke. */
  readonly wasSent: boolean;

  constructor(message: string, { wasSent = false, ...options }: ErrorOptions & { wasSent?: boolean } = {}) {
    super(message, options);
    this.wasSent = wasSent;
  }
}
