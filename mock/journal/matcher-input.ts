/**
 * The description of the exchanges to find (`ExchangeMatcher` of mock/control/admin.yaml). Absent properties match any
 * value.
 */
export interface MatcherInput {
  /** Selects only exchanges after this sequence number. */
  readonly after?: number;
  readonly operationId?: string;
  readonly method?: string;
  readonly path?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly status?: number | string;
  readonly rule?: string;
  readonly violations?: boolean;
  readonly request?: ExpectedMessage;
  readonly response?: ExpectedMessage;
}

interface ExpectedMessage {
  /** Headers by name, in any letter case. */
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}
