import type { JsonObject } from '../../src/contract/json.ts';
import { toIssue } from '../core/problem.ts';
import { BODY_LIMIT, type Exchange, type RecordedResponse, type RequestBytes, violatedRules } from './exchange.ts';
import { REDACTED, type Redaction } from './redaction.ts';

/** A request or a response. */
interface Message {
  /** Headers by name, in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as text. */
  readonly body?: string | undefined;
  /** The length of the body in bytes, if the journal keeps only its beginning. */
  readonly truncatedFrom?: number | undefined;
}

interface Response extends Message {
  readonly status: number;
}

/** The stored form of an exchange: redacted, with bodies as text. */
export interface JournalRecord {
  /** The number of the exchange in the sandbox, starting at 1. */
  readonly sequence: number;
  readonly id: string;
  readonly time: string;
  readonly durationMs: number;
  readonly method: string;
  readonly path: string;
  readonly operationId?: string | undefined;
  readonly request: Message;
  readonly response?: Response | undefined;
  readonly problem?: string | undefined;
  readonly rules?: readonly string[] | undefined;
  readonly violations?: readonly JsonObject[] | undefined;
  readonly warnings?: readonly string[] | undefined;
  readonly preferenceApplied?: string | undefined;
  readonly faults?: readonly string[] | undefined;
  readonly aborted?: string | undefined;
}

/** Converts an exchange to its stored form. JSON omits undefined values. */
export function toRecord(exchange: Exchange, sequence: number, general: Redaction): JournalRecord {
  const redaction = general.forRequest(exchange.requestHeaders, exchange.path);
  const { response, problem, requestBody } = exchange;
  const rules = violatedRules(exchange);
  const violations = shownViolations(exchange);
  const preference = response?.headers['preference-applied'];
  return {
    sequence,
    id: exchange.id,
    time: new Date(exchange.startedAt).toISOString(),
    durationMs: Math.round(exchange.durationMs * 100) / 100,
    method: exchange.method,
    path: redaction.path(exchange.path),
    operationId: exchange.operationId,
    request: messageOf(exchange.requestHeaders, requestBody && bodyOfBytes(requestBody, redaction), redaction),
    response: response && responseOf(response, redaction),
    problem: problem && redaction.text(problem.detail),
    rules: rules.length > 0 ? rules : undefined,
    violations: violations.length > 0 ? (redaction.value(violations) as JsonObject[]) : undefined,
    warnings: exchange.warnings?.map(redaction.text),
    preferenceApplied: preference === undefined ? undefined : redaction.text(String(preference)),
    faults: exchange.faults,
    aborted: exchange.aborted,
  };
}

/** Bytes of the parts of a record whose size hardly differs. */
const RECORD_BYTES = 1024;

/** The approximate memory of a record, in bytes. */
export function bytesOf({ path, request, response, violations }: JournalRecord): number {
  let bytes = RECORD_BYTES + path.length + (request.body?.length ?? 0) + (response?.body?.length ?? 0);
  for (const name in request.headers) bytes += 32 + (request.headers[name]?.length ?? 0);
  if (violations) bytes += violations.length * RECORD_BYTES;
  return bytes;
}

function messageOf(headers: Headers, body: Body | undefined, redaction: Redaction): Message {
  return { headers: shownHeaders([headers], redaction), body: body?.body, truncatedFrom: body?.truncatedFrom };
}

function responseOf({ status, headers, head, body: text }: RecordedResponse, redaction: Redaction): Response {
  const body = text === undefined ? undefined : redactAndCut(text, Buffer.byteLength(text), redaction);
  return {
    status,
    headers: shownHeaders([headers, head], redaction),
    body: body?.body,
    truncatedFrom: body?.truncatedFrom,
  };
}

const NONE: readonly JsonObject[] = [];

/** The violations as entries of `issues`. All violations of a rejected request belong to the request. */
function shownViolations({ problem, violations }: Exchange): readonly JsonObject[] {
  if (problem) return problem.violations.map((violation) => ({ message: 'request', ...toIssue(violation) }));
  return violations?.map(({ message, ...violation }) => ({ message, ...toIssue(violation) })) ?? NONE;
}

type Headers = Readonly<Record<string, number | string | readonly string[] | undefined>>;

function shownHeaders(parts: readonly Headers[], redaction: Redaction): Record<string, string> {
  const shown: Record<string, string> = {};
  for (const headers of parts) {
    for (const given in headers) {
      const value = headers[given];
      const name = given.toLowerCase();
      if (redaction.headers.has(name)) shown[name] = REDACTED;
      else if (value !== undefined)
        shown[name] = redaction.text(Array.isArray(value) ? value.join(', ') : String(value));
    }
  }
  return shown;
}

type Body = Pick<Message, 'body' | 'truncatedFrom'>;

function bodyOfBytes({ bytes, length }: RequestBytes, redaction: Redaction): Body {
  const kept = redactAndCut(bytes.toString(), bytes.length, redaction);
  return bytes.length < length ? { ...kept, truncatedFrom: length } : kept;
}

/** Redacts a text, then cuts it. The other order could leave half of a key at the end. */
function redactAndCut(text: string, length: number, redaction: Redaction): Body {
  const shown = redaction.text(text);
  if (length <= BODY_LIMIT) return { body: shown };
  // The decoder omits an incomplete character at the end.
  const beginning = new TextDecoder().decode(Buffer.from(shown).subarray(0, BODY_LIMIT), { stream: true });
  return { body: beginning, truncatedFrom: length };
}
