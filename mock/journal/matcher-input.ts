/** The description of the exchanges to find (`ExchangeMatcher` of mock/control/admin.yaml). Absent parts may be anything. */
export interface MatcherInput {
  /** Only exchanges after this sequence number. */
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
  /** By name, in any letter case. */
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}
