/** What the target answered. */
export interface Answer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The body as JSON, or undefined where it is none. */
  readonly json: unknown;
  readonly durationMs: number;
  /** Whether the request had to be sent again, on another connection, and may have been carried out twice. */
  readonly isSecond?: true;
}

/** The media type of the answer without parameters, in lower case; empty where it names none. */
export function mediaTypeOf({ headers }: Answer): string {
  return (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

export function isSuccess({ status }: Answer): boolean {
  return status >= 200 && status < 300;
}
