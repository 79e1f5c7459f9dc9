import { parseJson } from '../../src/contract/json.ts';
import type { JournalRecord } from './journal-record.ts';
import type { Redaction } from './redaction.ts';

/** Deeper JSON stays text: nobody reads it, and who walks it runs out of stack. */
const MAX_DEPTH = 200;

/** An exchange as the control API shows it: a body of JSON is its value, another one its text. */
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
  const value = parsed(body);
  // An escape in a string may have hidden a key from the search in the text.
  return value === undefined ? {} : { body: redaction.value(value) };
}

/** Undefined when the text is not JSON that anybody reads. */
function parsed(text: string): unknown {
  const value = parseJson(text);
  return value === undefined || depth(text) > MAX_DEPTH ? undefined : value;
}

/** How deep JSON is nested; the brackets in its strings do not count. */
function depth(text: string): number {
  let most = 0;
  let open = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[{]|[\]}]/gs)) {
    if (token === '[' || token === '{') most = Math.max(most, ++open);
    else if (token === ']' || token === '}') open--;
  }
  return most;
}
