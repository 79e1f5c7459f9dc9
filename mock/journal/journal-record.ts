import type { JsonObject } from '../../src/contract/json.ts';
import { toIssue } from '../problems.ts';
import { BODY_LIMIT, brokenRules, type Exchange, type RequestBytes } from './exchange.ts';
import { REDACTED, type Redaction } from './redaction.ts';

/** A request or an answer. */
interface Message {
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Its text. */
  readonly body?: string;
  /** How many bytes the body had, when only its beginning is kept. */
  readonly truncatedFrom?: number;
}

/** An exchange as the store has it: redacted, bodies as text. */
export interface JournalRecord {
  /** Counts the exchanges of the sandbox. */
  readonly sequence: number;
  readonly id: string;
  readonly time: string;
  readonly durationMs: number;
  readonly method: string;
  readonly path: string;
  readonly operationId?: string;
  readonly request: Message;
  readonly response?: Message & { readonly status: number };
  readonly problem?: string;
  readonly rules?: readonly string[];
  readonly violations?: readonly JsonObject[];
  readonly warnings?: readonly string[];
  readonly preferenceApplied?: string;
  readonly faults?: readonly string[];
  readonly aborted?: string;
}

/** What is kept of an exchange. */
export function toRecord(exchange: Exchange, sequence: number, redaction: Redaction): JournalRecord {
  const { operationId, answer, problem, warnings, faults, aborted } = exchange;
  const rules = brokenRules(exchange);
  const violations = shownViolations(exchange);
  const preferenceApplied = answer?.headers['preference-applied'];
  return {
    sequence,
    id: exchange.id,
    time: new Date(exchange.startedAt).toISOString(),
    durationMs: Math.round(exchange.durationMs * 100) / 100,
    method: exchange.method,
    path: redaction.path(exchange.path),
    ...(operationId !== undefined && { operationId }),
    request: {
      headers: shownHeaders(exchange.requestHeaders, redaction),
      ...(exchange.requestBody && ofBytes(exchange.requestBody, redaction)),
    },
    ...(answer && {
      response: {
        status: answer.status,
        headers: { ...shownHeaders(answer.headers, redaction), ...shownHeaders(answer.head, redaction) },
        ...(answer.body !== undefined && cut(answer.body, Buffer.byteLength(answer.body), redaction)),
      },
    }),
    ...(problem && { problem: redaction.text(problem.detail) }),
    ...(rules.length > 0 && { rules }),
    ...(violations.length > 0 && { violations: redaction.value(violations) as JsonObject[] }),
    ...(warnings && { warnings: warnings.map(redaction.text) }),
    ...(preferenceApplied !== undefined && { preferenceApplied: redaction.text(String(preferenceApplied)) }),
    ...(faults && { faults }),
    ...(aborted !== undefined && { aborted }),
  };
}

const NONE: readonly JsonObject[] = [];

/** Of a refusal they are all of the request. */
function shownViolations({ problem, violations }: Exchange): readonly JsonObject[] {
  if (problem) return problem.violations.map((violation) => ({ message: 'request', ...toIssue(violation) }));
  return violations?.map(({ message, ...violation }) => ({ message, ...toIssue(violation) })) ?? NONE;
}

type Headers = Readonly<Record<string, number | string | readonly string[] | undefined>>;

function shownHeaders(headers: Headers, redaction: Redaction): Record<string, string> {
  const shown: Record<string, string> = {};
  for (const given in headers) {
    const value = headers[given];
    const name = given.toLowerCase();
    if (redaction.headers.has(name)) shown[name] = REDACTED;
    else if (value !== undefined) shown[name] = redaction.text(Array.isArray(value) ? value.join(', ') : String(value));
  }
  return shown;
}

type Body = Pick<Message, 'body' | 'truncatedFrom'>;

function ofBytes({ bytes, length }: RequestBytes, redaction: Redaction): Body {
  const kept = cut(bytes.toString(), bytes.length, redaction);
  return bytes.length < length ? { ...kept, truncatedFrom: length } : kept;
}

/** Redacted before it is cut, so that no half of a key stays at the end. */
function cut(text: string, length: number, redaction: Redaction): Body {
  const shown = redaction.text(text);
  if (length <= BODY_LIMIT) return { body: shown };
  // A character that would be cut in two is left out.
  const beginning = new TextDecoder().decode(Buffer.from(shown).subarray(0, BODY_LIMIT), { stream: true });
  return { body: beginning, truncatedFrom: length };
}
