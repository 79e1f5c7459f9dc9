/** A log entry of one exchange. It contains no keys and no bodies. */
export interface LogEntry {
  readonly time: string;
  /** The `X-Request-Id` of the response. It identifies the exchange in the journal. */
  readonly requestId: string;
  /** Name of this process; absent if no other process shares its store. */
  readonly replica?: string;
  /** Name of the sandbox; absent for the default sandbox. */
  readonly sandbox?: string;
  readonly method: string;
  readonly path: string;
  /** Status of the response; 0 if the mock sent none. */
  readonly status: number;
  readonly durationMs: number;
  readonly operationId?: string;
  /** The reason why the request was rejected. */
  readonly problem?: string;
  /** The rules that the request violates. */
  readonly rules?: readonly string[];
  /** The IDs of the faults that applied. */
  readonly faults?: readonly string[];
  /** True if the connection ended before the response was complete. */
  readonly aborted?: true;
  /** Unknown properties and parameters that the mock ignored. */
  readonly warnings?: readonly string[];
}
