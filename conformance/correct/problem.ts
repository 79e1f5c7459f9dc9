/** What this service calls its rejections; the texts are its own, and none of the contract's business. */
const KINDS = {
  malformed: [400, 'We cannot read this'],
  stranger: [401, 'We do not know you'],
  notYours: [403, 'Not with this key'],
  nothingThere: [404, 'Nothing there'],
  otherVerb: [405, 'Another verb, please'],
  taken: [409, 'Somebody was faster'],
  tooMuch: [413, 'That is too much for us'],
  otherLanguage: [415, 'We only speak JSON'],
  senseless: [422, 'We can read it, and it makes no sense'],
} as const;

export type ProblemKind = keyof typeof KINDS;

/** A request that is rejected. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
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

  /** The problem document (RFC 9457), in an order of this service's own and without a list of issues. */
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
