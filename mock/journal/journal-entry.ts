import { parseJson } from '../../src/contract/json.ts';
import type { JournalRecord } from './journal-record.ts';
import type { Redaction } from './redaction.ts';

/** Largest depth of JSON that is shown as a value. Deeper JSON stays text, since it could overflow the stack. */
const MAX_DEPTH = 200;

/** An exchange as the control API shows it. A JSON body is its value, another body is its text. */
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
  // An escape sequence in a string can hide a key from the redaction of the text.
  return value === undefined ? {} : { body: redaction.value(value) };
}

/** Parses JSON; undefined if the text is not JSON or is too deep. */
function parseShallow(text: string): unknown {
  const value = parseJson(text);
  return value === undefined || depth(text) > MAX_DEPTH ? undefined : value;
}

/** The nesting depth of JSON. Brackets in strings do not count. */
function depth(text: string): number {
  let most = 0;
  let open = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"?|[[{]|[\]}]/gs)) {
    if (token === '[' || token === '{') most = Math.max(most, ++open);
    else if (token === ']' || token === '}') open--;
  }
  return most;
}
