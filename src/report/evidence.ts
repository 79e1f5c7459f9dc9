import type { CaseResult, Exchange } from '../run-result/requirement-result.ts';
import { shortened } from '../run-result/words.ts';
import { type Difference, differenceOf } from './difference.ts';
import { compactTokens, type Piece } from './json-text.ts';
import { statusLine } from './wording.ts';

/** Maximum length of a value in an excerpt, in characters. */
const LONGEST_VALUE = 400;
/** Maximum length of a string within a JSON text, in characters. */
const LONGEST_STRING = 40;

/** Shortened HTTP message: its first line, and the beginning of its body or the part with the unexpected value. */
export interface MessageExcerpt {
  readonly start: string;
  readonly body: string;
}

/** Values and messages that show a failure, short enough for a terminal or a summary. */
export interface Evidence extends Partial<Pick<Difference, 'expected' | 'actual' | 'summary'>> {
  readonly request?: MessageExcerpt;
  readonly response?: MessageExcerpt;
  /** Response of the mock to the failing request. */
  readonly mock?: MessageExcerpt;
}

/** @param longest maximum length of a body, in characters */
export function evidenceOf(
  { expected, actual, pointer, exchanges }: Pick<CaseResult, 'expected' | 'actual' | 'pointer' | 'exchanges'>,
  longest: number,
): Evidence {
  const last = exchanges.at(-1);
  const plain = (value: string | undefined) => value !== undefined && [{ text: shortened(value, LONGEST_VALUE) }];
  const { expected: left, actual: right, summary } = differenceOf(expected, actual) ?? {};
  const [shownExpected, shownActual] = [left ?? plain(expected), right ?? plain(actual)];
  return {
    ...(shownExpected && { expected: shownExpected }),
    ...(shownActual && { actual: shownActual }),
    ...(summary !== undefined && { summary }),
    ...(last && messagesOf(last, longest, pointer)),
  };
}

function messagesOf({ request, response, reference }: Exchange, longest: number, pointer: string | undefined) {
  const mock = reference?.response;
  // If the mock and the target respond with different statuses, the body of the mock's response is omitted, since it
  // cannot be compared with the body of the target's response.
  const isAlike = mock?.status === response.status;
  return {
    request: { start: requestLine(request), body: excerpt(request.body, longest) },
    response: responseExcerpt(response, longest, pointer),
    ...(mock && { mock: isAlike ? responseExcerpt(mock, longest, pointer) : { start: statusLine(mock), body: '' } }),
  };
}

function responseExcerpt(response: Exchange['response'], longest: number, pointer: string | undefined): MessageExcerpt {
  const start = response.status === 0 ? 'none' : statusLine(response);
  return { start, body: excerpt(response.body, longest, pointer) };
}

/** Method and path of a request. */
export function requestLine({ method, url }: Exchange['request']): string {
  return `${method} ${url.replace(/^\w+:\/\/[^/]*/, '')}`;
}

/**
 * Part of a body in one line, with the number of omitted characters. White space between the tokens of JSON is omitted,
 * but white space within JSON strings stays.
 *
 * @param pointer JSON Pointer to a value that the part must contain
 */
function excerpt(body: string, longest: number, pointer?: string): string {
  const tokens = compactTokens(body, LONGEST_STRING, pointer);
  if (!tokens) return shortened(body.replaceAll(/\r\n?|\n/g, '⏎'), longest);
  const length = (some: readonly Piece[]) => some.reduce((sum, { text }) => sum + text.length, 0);
  const marked = tokens.findIndex(({ isMarked }) => isMarked);
  let start = length(tokens) <= longest ? 0 : Math.max(0, marked);
  while (start > 0 && length(tokens.slice(start - 1, marked)) < longest / 3) start--;
  if (start > 0 && tokens[start]?.text === ',') start++;
  let end = start + 1;
  while (end < tokens.length && length(tokens.slice(start, end + 1)) <= longest) end++;
  const [before, after] = [length(tokens.slice(0, start)), length(tokens.slice(end))];
  const text = tokens.slice(start, end).map((token) => token.text);
  return [before > 0 ? `… (${before} more) ` : '', ...text, after > 0 ? ` … (${after} more)` : ''].join('');
}
