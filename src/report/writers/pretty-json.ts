import { parseJson } from '../../contract/json.ts';

/** Limits of a formatted text, in characters and levels. Formatting does not help with larger texts. */
const LONGEST = 200_000;
const DEEPEST = 64;

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/**
 * JSON text with an indentation of two spaces. Each token stays as sent: a report must not round a number or drop a
 * duplicate property, as parsing would. Undefined if the text is not JSON or too large.
 */
export function prettyJson(text: string): string | undefined {
  if (text.length > LONGEST) return undefined;
  if (parseJson(text) === undefined) return undefined;
  const tokens = text.match(TOKEN) ?? [];
  const line = (depth: number) => `\n${'  '.repeat(depth)}`;
  let depth = 0;
  let pretty = '';
  for (const [index, token] of tokens.entries()) {
    const opened = /^[{[]$/.test(tokens[index - 1] ?? '');
    if (token === '}' || token === ']') {
      depth -= 1;
      pretty += opened ? token : line(depth) + token;
      continue;
    }
    if (opened) pretty += line(depth);
    pretty += token;
    if (token === ',') pretty += line(depth);
    if (token === ':') pretty += ' ';
    if (token === '{' || token === '[') depth += 1;
    if (depth > DEEPEST) return undefined;
  }
  return pretty;
}
