/** The log entry of one exchange. A log entry never contains API keys or bodies. */
export interface LogEntry {
  readonly time: string;
  /** The header `X-Request-Id` of the response, which identifies the exchange in the journal. */
  readonly requestId: string;
  /** Name of this replica; absent if no other process shares the store. */
  readonly replica?: string;
  /** Name of the sandbox; absent for the default sandbox. */
  readonly sandbox?: string;
  readonly method: string;
  readonly path: string;
  /** Status of the response; 0 if the mock sent no response. */
  readonly status: number;
  readonly durationMs: number;
  readonly operationId?: string;
  /** The reason why the mock rejected the request. */
  readonly problem?: string;
  /** The rules of the contract that the request violates. */
  readonly rules?: readonly string[];
  /** The preferences of the client that the mock applied, such as `code=503`. */
  readonly preferenceApplied?: string;
  /** The IDs of the faults that applied. */
  readonly faults?: readonly string[];
  /** True if the connection ended before the response was complete. */
  readonly aborted?: true;
  /** Advice about the accepted request, such as the unknown properties that the mock ignored. */
  readonly warnings?: readonly string[];
}
