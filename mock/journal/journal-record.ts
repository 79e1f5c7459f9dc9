import type { JsonObject } from '../../src/contract/json.ts';
import { toIssue } from '../core/problem.ts';
import { BODY_LIMIT, type Exchange, type RecordedResponse, type RequestBytes, violatedRules } from './exchange.ts';
import { REDACTED, type Redaction } from './redaction.ts';

/** A request or a response in the journal. */
interface Message {
  /** The values of the headers, by their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as text. */
  readonly body?: string | undefined;
  /** The length of the complete body in bytes, if the journal keeps only the beginning of the body. */
  readonly truncatedFrom?: number | undefined;
}

interface Response extends Message {
  readonly status: number;
}

/** An exchange as the store keeps it: without secrets, and with the bodies as text. */
export interface JournalRecord {
  /** The number of the exchange in the sandbox. The first exchange has the number 1. */
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

/** Removes the secrets from an exchange, and converts the exchange to a record for the store. */
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

/** The approximate memory in bytes of a record, without its path, request headers, bodies and violations. */
const RECORD_BYTES = 1024;

/** Returns the approximate memory that a record needs in bytes. */
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

/**
 * Converts the violations of an exchange to objects that have the properties of an entry of `issues`, and the property
 * `message`. The property `message` shows whether the request or the response contains the violation. If the mock
 * rejected the request, `message` is always `request`.
 */
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

/**
 * Removes the secrets from a text, and then cuts the text. If the function cut the text before the removal of the
 * secrets, half of an API key could remain at the end of the text.
 */
function redactAndCut(text: string, length: number, redaction: Redaction): Body {
  const shown = redaction.text(text);
  if (length <= BODY_LIMIT) return { body: shown };
  // With the option `stream`, the decoder omits an incomplete character at the end.
  const beginning = new TextDecoder().decode(Buffer.from(shown).subarray(0, BODY_LIMIT), { stream: true });
  return { body: beginning, truncatedFrom: length };
}
