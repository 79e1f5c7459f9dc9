import type { Answer, WireRequest } from '../../../src/run-result/wire.ts';
import { RESPONSE_LIMITS } from '../../connection/response-limits.ts';

export interface Leak {
  readonly what: string;
  /** A part of the response that shows the leak, without secrets. */
  readonly excerpt: string;
}

/** Patterns of stack traces of common runtimes. The time of each search is linear in the length of the text. */
const TRACES = [
  /(?:\bat |(?<=\bat [\w.$<>[\] ]{1,100}) \()(?:file:\/\/|node:|\/|[A-Za-z]:\\|[\w./-]+\.[cm]?[jt]sx?(?=:))\S*:\d+:\d+\)?/,
  /Traceback \(most recent call last\)/,
  /\bFile "[^"]+", line \d+/,
  /\bat [\w$.]+\([\w$]+\.(?:java|kt|scala):\d+\)/,
  /\bgoroutine \d+ \[/,
  /^[ \t]*#\d+ .+\(\d+\): /m,
  /\bin [\w./\\]+\.\w+:line \d+/,
  /\.rb:\d+:in [`'][^'`\n]+'/,
  /\bstack backtrace:|\bpanicked at \S+:\d+|\bat [\w./-]+\.rs:\d+/,
  /\bstack traceback:|\w\.lua:\d+:/,
  /\bCallStack \(from HasCallStack\)/,
  /\.go:\d+ \+0x[\da-f]+/,
  /\{file,"[^"]+"\},\s*\{line,\d+\}|\w\.exs?:\d+: \w/,
  /\bat \S+\.p[lm] line \d+/,
];

/** Patterns of absolute file paths outside of URLs: paths in common folders of a server, and paths of source code. */
const MACHINE_PATH =
  /(?<![\w.:/@-])\/(?:var|srv|usr|home|opt|etc|tmp|root|Users|mnt)(?:\/[\w.@-]+)+\.\w+|\b[A-Za-z]:\\\\?[\w.-]+\\[\w.\\-]+/;
const SOURCE_PATH =
  /(?<![\w.:/@-])(?:\/[\w.@-]+){2,}\.(?:js|cjs|mjs|ts|py|rb|go|java|kt|php|cs|rs|jar|sqlite|db|conf|env|log)\b/;

/**
 * Headers with cookies or URI references (RFC 3986 §4.1): a path in the value of such a header is not the path of a
 * file on the server.
 */
const REFERRING = ['link', 'location', 'content-location', 'set-cookie'];

/** Patterns of SQL statements with upper-case keywords, and of error messages of databases and their drivers. */
const DATABASES = [
  /\bSELECT\b(?:(?!\bSELECT\b).)+\bFROM\b|\bINSERT INTO\b|\bDELETE FROM\b|\bUPDATE\b(?:(?!\bUPDATE\b).)+\bSET\b/,
  /\b(?:UNIQUE|NOT NULL|CHECK|FOREIGN KEY) constraint failed\b/,
  /\bviolates (?:unique|foreign key|not-null|check|exclusion) constraint\b|\brelation "[^"]+" does not exist\b/,
  /\bDuplicate entry '(?:(?!Duplicate entry ).)*' for key\b|\berror in your SQL syntax\b|\bsyntax error at or near "/,
  /\bSQLSTATE\b|\bSQLITE_[A-Z]+\b|\bER_(?:DUP_ENTRY|DATA_TOO_LONG|BAD_NULL_ERROR|PARSE_ERROR|NO_REFERENCED_ROW)|\bORA-\d{5}\b|\bE11000 duplicate key\b/,
  /\bjava\.sql\.\w+|\borg\.hibernate\.\w+|\b(?:psycopg2?|sqlite3|sqlalchemy|pymysql|asyncpg)\.\w+|\bPG::\w+|\bActiveRecord::\w+/,
];

/**
 * Pattern of the start of a public key in PEM, with at least 40 characters of its content. The line ends of a PEM are
 * escaped in JSON, and escaped twice in a JSON string within JSON.
 */
const PUBLIC_KEY = /-----BEGIN [A-Z ]*PUBLIC KEY-----(?:\s|\\+[nr])+[A-Za-z0-9+/]{40}/;

/**
 * Pattern of a word, such as `undefined`, that a case may send instead of an API key, and that an error response may
 * contain.
 */
const WORD = /^[a-z]+$/;

/** The minimum length of a secret in characters. A secret below this minimum would match ordinary text. */
const MIN_SECRET = 6;

/**
 * Finds internal details and secrets in an error response (rule `leaks`).
 *
 * @param keyHeaders names of the headers that contain the API key of a request
 */
export function leaks(
  { text: whole, headers: answered }: Pick<Answer, 'text' | 'headers'>,
  { headers, body }: WireRequest,
  secrets: readonly string[],
  keyHeaders: readonly string[],
): Leak[] {
  const text = whole.slice(0, RESPONSE_LIMITS.searched);
  const found: Leak[] = [];
  const add = (what: string, excerpt: string | undefined) => {
    if (excerpt !== undefined) found.push({ what, excerpt: excerpt.slice(0, 120) });
  };
  const plain = unescaped(text);
  for (const trace of TRACES) add('a stack trace', plain.match(trace)?.[0]);
  for (const words of DATABASES) add('a database error', plain.match(words)?.[0]);
  const keyNames = keyHeaders.map((name) => name.toLowerCase());
  const sent = Object.entries(headers).find(([name]) => keyNames.includes(name.toLowerCase()))?.[1] ?? '';
  const anywhere = [text, ...Object.values(answered)].join('\n');
  const others = Object.entries(answered).filter(([name]) => !REFERRING.includes(name));
  const searched = [text, ...others.map(([, value]) => value)].join('\n');
  // The function also searches the text without JSON escapes, since an escaped line end would hide a path at the
  // beginning of a line.
  const path = searched.match(MACHINE_PATH) ?? plain.match(MACHINE_PATH) ?? plain.match(SOURCE_PATH);
  add('a file path', path?.[0]);
  const shown = [...secrets, WORD.test(sent) ? '' : sent].some(
    (key) => key.length >= MIN_SECRET && anywhere.includes(key),
  );
  if (shown) add('the API key', '(the key)');
  if (keyMaterial(body?.toString() ?? '').some((line) => text.includes(line)))
    add('key material', 'base64 of the sent key');
  else if (PUBLIC_KEY.test(text)) add('key material', '-----BEGIN … PUBLIC KEY-----');
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text)) add('a private key', '-----BEGIN … PRIVATE KEY-----');
  return found;
}

/** The starts of the base64 lines of a PEM in the request body, in which JSON escapes the line ends. */
function keyMaterial(body: string): string[] {
  if (!body.includes('-----BEGIN')) return [];
  return body.split(/\\n|\\r|\s/).flatMap((line) => /^[A-Za-z0-9+/]{48}(?=[A-Za-z0-9+/=]*$)/.exec(line) ?? []);
}

function unescaped(text: string): string {
  return text.replaceAll('\\n', '\n').replaceAll('\\t', '\t').replaceAll('\\"', '"');
}
