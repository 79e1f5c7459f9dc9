import { parseJson } from '../../src/contract/json.ts';
import type { JournalRecord } from './journal-record.ts';
import type { Redaction } from './redaction.ts';

/**
 * Largest nesting depth of a body that the control API shows as a JSON value, in levels. The control API shows a body
 * with more levels as text, since a very deep JSON value could overflow the stack.
 */
const MAX_DEPTH = 200;

/**
 * An exchange as the control API shows it. A JSON body appears as a JSON value, and any other body appears as text.
 */
export interface JournalEntry extends Omit<JournalRecord, 'request' | 'response'> {
  readonly request: ShownMessage;
  readonly response?: (ShownMessage & { readonly status: number }) | undefined;
}

interface ShownMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly truncatedFrom?: number | undefined;
}

export function toEntry(record: JournalRecord, redaction: Redaction): JournalEntry {
  const { request, response } = record;
  return {
    ...record,
    request: { ...request, ...shownBody(request, redaction) },
    response: response && { ...response, ...shownBody(response, redaction) },
  };
}

function shownBody({ body, truncatedFrom }: JournalRecord['request'], redaction: Redaction): { body?: unknown } {
  if (body === undefined || truncatedFrom !== undefined) return {};
  const value = parseShallow(body);
  // The redaction of the JSON text misses an API key that contains an escape sequence, so the parsed value is redacted.
  return value === undefined ? {} : { body: redaction.value(value) };
}

/** Parses a JSON text. Returns undefined if the text is not JSON, or is nested too deeply. */
function parseShallow(text: string): unknown {
  const value = parseJson(text);
  return value === undefined || depth(text) > MAX_DEPTH ? undefined : value;
}

/** Returns the nesting depth of a JSON text, in levels. Ignores brackets within the strings of the text. */
function depth(text: string): number {
  let most = 0;
  let open = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"?|[[{]|[\]}]/gs)) {
    if (token === '[' || token === '{') most = Math.max(most, ++open);
    else if (token === ']' || token === '}') open--;
  }
  return most;
}
