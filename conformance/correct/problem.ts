/**
 * The kinds of rejections with their titles, which differ from those of the mock, since the contract does not define
 * titles.
 */
const KINDS = {
  malformed: [400, 'Unreadable request'],
  unauthorized: [401, 'API key required'],
  forbidden: [403, 'No permission'],
  notFound: [404, 'Unknown record'],
  wrongMethod: [405, 'Wrong method'],
  conflict: [409, 'Existing value'],
  tooLarge: [413, 'Large body'],
  notJson: [415, 'JSON required'],
  impossible: [422, 'Contradictory request'],
} as const;

export type ProblemKind = keyof typeof KINDS;

/** Error that makes the server reject the request. */
export class Rejection extends Error {
  override readonly name = 'Rejection';
  readonly kind: ProblemKind;
  readonly headers: Readonly<Record<string, string>>;

  constructor(kind: ProblemKind, detail: string, headers: Readonly<Record<string, string>> = {}) {
    super(detail);
    this.kind = kind;
    this.headers = headers;
  }

  get status(): number {
    return KINDS[this.kind][0];
  }

  /**
   * The problem document (RFC 9457), with its properties in another order than in the mock and without a list of
   * violations.
   */
  document(traceId: string): Readonly<Record<string, unknown>> {
    const [status, title] = KINDS[this.kind];
    return {
      instance: `urn:trace:${traceId}`,
      detail: this.message,
      status,
      title,
      href: `https://errors.example.net/${this.kind}`,
      type: `urn:example-net:${this.kind}`,
    };
  }
}
