/** The name and the value of a preference, or of a parameter of a preference: `name=value` (RFC 7240 §2). */
interface Pair {
  /** The name in lower case, since names are case-insensitive. */
  readonly name: string;
  /** The value without quotation marks. An absent value and an empty value have the same meaning (RFC 7240 §2). */
  readonly value: string;
}

export interface Preference extends Pair {
  readonly parameters: readonly Pair[];
}

/** Matches a quoted text, a plain text, a separator, or a quotation mark without a closing quotation mark. */
const LEXEME = /"((?:[^"\\]|\\.)*)"|[^",;]+|[,;"]/g;
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/**
 * Parses a `Prefer` header. If a request has several `Prefer` headers, the caller of this function joins the values
 * with commas (RFC 9110 §5.3).
 *
 * The parser accepts more than RFC 7240: a value without quotation marks may contain any character except `,`, `;` and
 * `"`.
 * @returns undefined if the header is invalid
 */
export function parsePrefer(header: string): Preference[] | undefined {
  const preferences: (Pair & { parameters: Pair[] })[] = [];
  const segments = split(header);
  if (!segments) return undefined;
  for (const { after, pieces } of segments) {
    if (pieces.join('').trim() === '') continue;
    const pair = toPair(pieces);
    if (!pair) return undefined;
    const owner = after === ';' ? preferences.at(-1) : undefined;
    if (owner) owner.parameters.push(pair);
    else preferences.push({ ...pair, parameters: [] });
  }
  return preferences;
}

/**
 * Splits a header at each `,` and `;`, and splits each segment into quoted and plain pieces. In each segment, `after`
 * is the `,` or `;` before the segment. Returns undefined if a quotation mark is not closed.
 */
function split(header: string): { after: string; pieces: string[] }[] | undefined {
  let segment = { after: ',', pieces: [] as string[] };
  const segments = [segment];
  for (const [lexeme, quoted] of header.matchAll(LEXEME)) {
    if (lexeme === '"') return undefined;
    if (lexeme === ',' || lexeme === ';') {
      segment = { after: lexeme, pieces: [] };
      segments.push(segment);
    } else {
      segment.pieces.push(quoted === undefined ? lexeme : quoted.replace(/\\(.)/g, '$1'));
    }
  }
  return segments;
}

/**
 * Converts pieces such as `['code=404']` or `['example=', 'in quotes']` to the name and the value of a preference;
 * undefined for invalid pieces.
 */
function toPair([text = '', quoted, ...more]: readonly string[]): Pair | undefined {
  const equals = text.indexOf('=');
  const name = (equals < 0 ? text : text.slice(0, equals)).trim();
  const value = equals < 0 ? '' : text.slice(equals + 1).trim();
  const isComplete = quoted === undefined || (equals >= 0 && value === '' && more.join('').trim() === '');
  return TOKEN.test(name) && isComplete ? { name: name.toLowerCase(), value: quoted ?? value } : undefined;
}
