import { isUtf8 } from 'node:buffer';
import type { Conceal } from '../../../conformance/index.ts';
import type { Contract } from '../../contract/contract.ts';
import { declaredFor, type Operation } from '../../contract/document/operation.ts';
import { parseJson } from '../../contract/json.ts';
import { checkResponse } from '../../contract/schema/check-response.ts';
import type { CaseRecord } from '../../run-result/case-record.ts';
import type { Finding } from '../../run-result/finding.ts';
import type { Disagreement, DisagreementKind } from '../../run-result/referee.ts';
import type { Answer, WireRequest } from '../../run-result/wire.ts';

/** Violation of the document that Prism reports in the header `sl-violations`. */
interface PrismViolation {
  readonly location?: readonly string[];
  readonly message: string;
}

/** Exchange of a case with the target, and the failures that the suite found in this exchange. */
export interface RecordedExchange {
  /** The title of the case and the operation of the request. */
  readonly record: Pick<CaseRecord, 'title' | 'operationId'>;
  readonly request: WireRequest;
  readonly answer: Answer;
  readonly broken: readonly Finding[];
  /** True if the case ended before the suite evaluated the response. */
  readonly undecided: boolean;
}

/** Response of the proxy Prism to a replayed exchange. */
export interface PrismResponse {
  /** Response that Prism sent; undefined if Prism did not respond. */
  readonly answer: Answer | undefined;
  /** True if Prism forwarded the request; false if it rejected the request itself. */
  readonly forwarded: boolean;
}

/** Maximum length of a body or message that a difference shows, in characters. */
const MAX_SHOWN = 300;

/**
 * Error statuses that depend only on the request, so Prism must find a violation in the request, too. All other error
 * statuses, such as 404, depend on the state of the target.
 */
const STATELESS_ERRORS = new Set([400, 401, 415]);

/** Differences between Prism and the suite that a developer has investigated, each with its reason. */
const KNOWN_DIFFERENCES: readonly (readonly [
  kind: DisagreementKind,
  applies: (exchange: RecordedExchange, expected: number, detail: string, operation: Operation | undefined) => boolean,
  why: string,
])[] = [
  [
    'silent',
    ({ request }) => parseJson(text(request)) === undefined,
    'Prism sends no response to a body that is not JSON or that is too large for Prism',
  ],
  [
    'requestPassed',
    ({ request: { body } }, expected) => expected === 400 && Buffer.isBuffer(body) && !isUtf8(body),
    'Prism replaces the bytes of a body that are not UTF-8',
  ],
  ['silent', ({ request }) => request.path.includes('%'), 'Prism sends no response to a path that it cannot decode'],
  [
    'requestPassed',
    ({ request }, expected) => expected === 400 && /"publicKeyPem"/.test(text(request)),
    'the document has its own keywords for the format and length of public keys, which Prism ignores',
  ],
  [
    'requestPassed',
    (_, expected) => expected === 401,
    'Prism checks that an API key is present, but not whether the key is correct',
  ],
  [
    'requestPassed',
    ({ request: { headers } }, expected) => expected === 415 && /json/i.test(headers['Content-Type'] ?? ''),
    'Prism treats every media type that contains "json" as JSON',
  ],
  [
    'answerFaulted',
    ({ answer: { status } }, _, __, operation) =>
      status < 300 && operation !== undefined && !declaredFor(operation, status),
    'for an undeclared success status, Prism expects the default response, which is an error; other cases of the suite judge the status',
  ],
  [
    'answerPassed',
    (_, __, detail) => detail.endsWith('is not in the document.'),
    'a schema allows properties that it does not name, so Prism accepts them; the suite judges them by D11',
  ],
];

/** Differences between Prism and the suite about an exchange: violations that only Prism finds, or only the suite. */
export function compare(
  contract: Contract,
  exchange: RecordedExchange,
  prism: PrismResponse,
  conceal: Conceal,
): Disagreement[] {
  const { record, request, answer, broken } = exchange;
  const expected = expectedStatus(exchange);
  const operation = record.operationId === undefined ? undefined : contract.operation(record.operationId);
  const disagree = (kind: DisagreementKind, detail: string): Disagreement => {
    const why = KNOWN_DIFFERENCES.find(
      ([of, applies]) => of === kind && applies(exchange, expected, detail, operation),
    )?.[2];
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
  if (!prism.answer) return [disagree('silent', 'no response through Prism')];
  const violations = violationsOf(prism.answer, prism.forwarded);
  const [ofAnswer, ofRequest] = [violations.filter(isOfResponse), violations.filter((one) => !isOfResponse(one))];
  return [
    ...(broken.length === 0 ? ofAnswer.map(({ message }) => disagree('answerFaulted', message)) : []),
    ...(prism.forwarded && ofAnswer.length === 0
      ? documentViolations(contract, operation, exchange).map((detail) => disagree('answerPassed', detail))
      : []),
    ...(expected < 300 ? ofRequest.map(({ message }) => disagree('requestFaulted', message)) : []),
    ...(STATELESS_ERRORS.has(expected) && ofRequest.length === 0
      ? [disagree('requestPassed', `expected ${expected}, got ${answer.status}: ${answer.text}`)]
      : []),
  ];
}

/**
 * Status that the response should have: the expected status of a failure about the status, or else the actual status.
 * NaN if the suite has not evaluated the response.
 */
function expectedStatus({ answer, broken, undecided }: RecordedExchange): number {
  if (undecided) return Number.NaN;
  const required = broken.find(({ expected = '' }) => /^[1-5]\d\d$/.test(expected))?.expected;
  return Number(required ?? answer.status);
}

/**
 * Violations of the OpenAPI document in a response in which the suite found failures. The list excludes failures of
 * rules that the document cannot express. The list is empty for a response without failures.
 */
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

/** Violations that a response of Prism reports. A request that Prism does not forward counts as one violation. */
function violationsOf({ headers, status, json }: Answer, forwarded: boolean): PrismViolation[] {
  const header = headers['sl-violations'];
  if (header === undefined) {
    const title = (json as { title?: unknown } | undefined)?.title;
    return forwarded ? [] : [{ location: ['request'], message: `${status}: ${title ?? 'not forwarded'}` }];
  }
  try {
    return JSON.parse(header) as PrismViolation[];
  } catch {
    // Prism truncates a list of violations that is too long for a header.
    const places = [...header.matchAll(/"location":\["(request|response)"/g)].map(([, message]) => message ?? '');
    return [...new Set(places)].map((place) => ({ location: [place], message: header }));
  }
}
