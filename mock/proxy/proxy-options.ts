export interface ProxyOptions {
  /** Base URL of the real backend, without `/v1`. */
  readonly target: string;
  /**
   * The operationIds of the operations that the mock handles itself, since the backend does not implement these
   * operations yet.
   */
  readonly mocked?: readonly string[];
  /** Timeout of a request to the backend, in milliseconds; 30,000 if absent. */
  readonly timeoutMs?: number;
}
