import type { Conceal } from '../../../conformance/index.ts';
import type { Contract } from '../../contract/contract.ts';
import { declaredFor, type Operation } from '../../contract/document/operation.ts';
import { parseJson } from '../../contract/json.ts';
import { checkResponse } from '../../contract/schema/check-response.ts';
import type { CaseRecord } from '../../run-result/case-record.ts';
import type { Finding } from '../../run-result/finding.ts';
import type { Disagreement, DisagreementKind } from '../../run-result/referee.ts';
import type { Answer, WireRequest } from '../../run-result/wire.ts';

/** What Prism says of an exchange, in its header `sl-violations`. */
interface PrismViolation {
  readonly location?: readonly string[];
  readonly message: string;
}

/** An exchange of a case with the target, and what the suite found broken there. */
export interface RecordedExchange {
  /** The case, and the operation that the request is addressed to. */
  readonly record: Pick<CaseRecord, 'title' | 'operationId'>;
  readonly request: WireRequest;
  readonly answer: Answer;
  readonly broken: readonly Finding[];
  /** True if the case has not come to say what the request should be answered with. */
  readonly undecided: boolean;
}

/** The result of showing it to Prism. */
export interface PrismAnswer {
  /** What Prism answered; undefined where it said nothing. */
  readonly answer: Answer | undefined;
  /** True if Prism sent the request on: else it rejected it itself. */
  readonly forwarded: boolean;
}

/** Longest body or sentence, in characters. */
const MAX_SHOWN = 300;

/** Statuses that say something of the message; others are about what exists. */
const OF_THE_MESSAGE = new Set([400, 401, 415]);

/** Why they may differ: each row was looked into. */
const EXPLANATIONS: readonly (readonly [
  kind: DisagreementKind,
  applies: (exchange: RecordedExchange, right: number, detail: string, operation: Operation | undefined) => boolean,
  why: string,
])[] = [
  [
    'silent',
    ({ request }) => parseJson(text(request)) === undefined,
    'Prism never answers a body that is no JSON, or too large for it',
  ],
  ['silent', ({ request }) => request.path.includes('%'), 'Prism never answers a path that it cannot decode'],
  [
    'requestPassed',
    ({ request }, right) => right === 400 && /"publicKeyPem"/.test(text(request)),
    'key formats and sizes are keywords of this project; other tools pass them over',
  ],
  ['requestPassed', (_, right) => right === 401, 'Prism looks whether a key is there, not which'],
  [
    'requestPassed',
    ({ request: { headers } }, right) => right === 415 && /json/i.test(headers['Content-Type'] ?? ''),
    'Prism takes each media type with json in it for JSON',
  ],
  [
    'answerFaulted',
    ({ answer: { status } }, _, __, operation) =>
      status < 300 && operation !== undefined && !declaredFor(operation, status),
    'a success that the document does not declare is to Prism an error, its default; the rule of the status has cases of its own',
  ],
  [
    'answerPassed',
    (_, __, detail) => detail.endsWith('is not in the document.'),
    'to a schema, members that it does not name are allowed; D11 says more',
  ],
];

/** Where Prism and the suite differ over an exchange, both ways. */
export function compare(
  contract: Contract,
  exchange: RecordedExchange,
  prism: PrismAnswer,
  conceal: Conceal,
): Disagreement[] {
  const { record, request, answer, broken } = exchange;
  const right = rightStatus(exchange);
  const operation = record.operationId === undefined ? undefined : contract.operation(record.operationId);
  const disagree = (kind: DisagreementKind, detail: string): Disagreement => {
    const why = EXPLANATIONS.find(([of, applies]) => of === kind && applies(exchange, right, detail, operation))?.[2];
    return {
      kind,
      case: record.title,
      ...(record.operationId !== undefined && { operationId: record.operationId }),
      request: `${request.method} ${conceal(request.path)} ${conceal(text(request)).slice(0, MAX_SHOWN)}`.trim(),
      status: answer.status,
      detail: conceal(detail).slice(0, MAX_SHOWN),
      ...(why !== undefined && { why }),
    };
  };
  if (!prism.answer) return [disagree('silent', 'no answer through Prism')];
  const violations = violationsOf(prism.answer, prism.forwarded);
  const [ofAnswer, ofRequest] = [violations.filter(isOfResponse), violations.filter((one) => !isOfResponse(one))];
  return [
    ...(broken.length === 0 ? ofAnswer.map(({ message }) => disagree('answerFaulted', message)) : []),
    ...(prism.forwarded && ofAnswer.length === 0
      ? documentViolations(contract, operation, exchange).map((detail) => disagree('answerPassed', detail))
      : []),
    ...(right < 300 ? ofRequest.map(({ message }) => disagree('requestFaulted', message)) : []),
    ...(OF_THE_MESSAGE.has(right) && ofRequest.length === 0
      ? [disagree('requestPassed', `expected ${right}, answered ${answer.status}: ${answer.text}`)]
      : []),
  ];
}

/** The status that the suite holds to be right, if it holds any: what it found wrong names another one. */
function rightStatus({ answer, broken, undecided }: RecordedExchange): number {
  if (undecided) return Number.NaN;
  const named = broken.find(({ expected = '' }) => /^[1-5]\d\d$/.test(expected))?.expected;
  return Number(named ?? answer.status);
}

/** What the suite says is broken, and the document without the suite's rules says, too. */
function documentViolations(
  contract: Contract,
  operation: Operation | undefined,
  { answer, broken }: RecordedExchange,
): string[] {
  if (!operation || broken.length === 0) return [];
  const { status, headers, text: body } = answer;
  const hasHeader = (name: string) => headers[name] !== undefined;
  const found = checkResponse(contract, operation, { status, contentType: headers['content-type'], hasHeader, body });
  return found.map(({ pointer, detail }) => `${pointer || '/'}: ${detail}`);
}

function text({ body }: WireRequest): string {
  return body === undefined ? '' : Buffer.from(body).toString();
}

function isOfResponse({ location }: PrismViolation): boolean {
  return location?.[0] === 'response';
}

/** A request that Prism does not send on is one that the document does not have. */
function violationsOf({ headers, status, json }: Answer, forwarded: boolean): PrismViolation[] {
  const header = headers['sl-violations'];
  if (header === undefined) {
    const title = (json as { title?: unknown } | undefined)?.title;
    return forwarded ? [] : [{ location: ['request'], message: `${status}: ${title ?? 'not sent on'}` }];
  }
  try {
    return JSON.parse(header) as PrismViolation[];
  } catch {
    // Too many for a header: Prism cuts the list.
    const places = [...header.matchAll(/"location":\["(request|response)"/g)].map(([, message]) => message ?? '');
    return [...new Set(places)].map((place) => ({ location: [place], message: header }));
  }
}
