import type { Answer } from '../../../conformance/target/answer.ts';
import type { WireRequest } from '../../../conformance/target/client.ts';

/** What Prism says of an exchange, in its header `sl-violations`. */
interface PrismViolation {
  readonly location?: readonly string[];
  readonly code?: string | number;
  readonly message: string;
}

/** An exchange on which Prism and the contract, as the mock applies it, do not agree. */
export interface Disagreement {
  readonly kind: 'answer' | 'accepted' | 'refused' | 'silent';
  readonly request: string;
  readonly detail: string;
  readonly why: string | undefined;
}

/** Statuses that say something of the message; others are about what exists. */
const OF_THE_MESSAGE = new Set([400, 401, 415]);

/** Why they may differ: each row was looked into. */
const EXPLANATIONS: readonly (readonly [
  kind: Disagreement['kind'],
  applies: (request: WireRequest, detail: string) => boolean,
  why: string,
])[] = [
  [
    'silent',
    ({ body }) => body !== undefined,
    'Prism never answers a body that its reader refuses (malformed JSON, too large)',
  ],
  ['silent', ({ path }) => path.includes('%'), 'Prism never answers a path that it cannot decode'],
  [
    'refused',
    ({ body, path }) => path.endsWith('/jwt-keys') && String(body).includes('KEY'),
    'key formats and sizes are keywords of this project; other tools pass them over',
  ],
  ['refused', ({ headers }) => headers['X-Api-Key'] !== undefined, 'Prism looks whether a key is there, not which'],
  [
    'refused',
    ({ headers }) => /json/i.test(headers['Content-Type'] ?? ''),
    'Prism takes each media type with json in it for JSON',
  ],
  [
    'accepted',
    ({ body }) => String(body).startsWith('"'),
    'Prism forwards a JSON string without its quotes: the mock saw the object in it',
  ],
];

/** Whether Prism and the answer of the mock agree, both ways. */
export function compare(request: WireRequest, answer: Answer | undefined): Disagreement[] {
  const shown = `${request.method} ${request.path} ${String(request.body ?? '').slice(0, 200)}`;
  const disagree = (kind: Disagreement['kind'], detail: string): Disagreement => ({
    kind,
    request: shown,
    detail,
    why: EXPLANATIONS.find(([of, applies]) => of === kind && applies(request, detail))?.[2],
  });
  if (!answer) return [disagree('silent', 'no answer through Prism')];
  const violations = readViolations(answer);
  const [ofAnswer, ofRequest] = [violations.filter(isOfResponse), violations.filter((one) => !isOfResponse(one))];
  return [
    ...ofAnswer.map(({ message }) => disagree('answer', `${answer.status}: ${message}`)),
    ...(answer.status < 300 ? ofRequest.map(({ message }) => disagree('accepted', message)) : []),
    ...(OF_THE_MESSAGE.has(answer.status) && ofRequest.length === 0
      ? [disagree('refused', `${answer.status}: ${answer.text.slice(0, 300)}`)]
      : []),
  ];
}

function isOfResponse({ location }: PrismViolation): boolean {
  return location?.[0] === 'response';
}

function readViolations({ headers }: Answer): PrismViolation[] {
  const text = headers['sl-violations'];
  return text === undefined ? [] : (JSON.parse(text) as PrismViolation[]);
}
