import type { Exchange } from './requirement-result.ts';
import type { RunResult } from './run-result.ts';
import { EXPANDED_BY_SHELL, headerVariable } from './secret-variables.ts';

/** The header that curl computes from the body. */
const COMPUTED_BY_CURL = /^content-length$/i;

/** Maximum length of a command-line argument, in bytes. The limit of Linux is 128 KiB (MAX_ARG_STRLEN). */
const LONGEST_ARGUMENT = 100_000;

/**
 * Text in POSIX single quotes. Each `'` of the text ends the quotes and is escaped outside, since a shell has no escape
 * character within single quotes.
 */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

const SECRET = new RegExp(`(${EXPANDED_BY_SHELL.source})`);

/**
 * Shell word with shell variables in place of the secrets. A variable and the header name before it are in double
 * quotes, in which a shell expands variables; other text is in single quotes.
 */
function word(text: string): string {
  const parts = text.split(SECRET);
  if (parts.length === 1) return quote(text);
  const [before = '', secret = '', ...rest] = parts;
  if (/^[\w: -]*$/.test(before) && rest.join('') === '') return `"${before}${secret}"`;
  return parts.map((part, index) => (index % 2 === 1 ? `"${part}"` : part && quote(part))).join('');
}

function header(name: string, value: string): string {
  // The option contains `Name;` for an empty header, since curl would remove a header written as `Name:`.
  return `-H ${value === '' ? quote(`${name};`) : word(`${name}: ${value}`)}`;
}

/** Header with a variable in place of its value, which is a secret. */
function secretHeader(name: string): string {
  const value = `$${headerVariable(name)}`;
  return `-H ${/^[\w-]+$/.test(name) ? `"${name}: ${value}"` : `${quote(`${name}: `)}"${value}"`}`;
}

function method(name: string): string {
  return name.toUpperCase() === 'HEAD' ? '--head' : `-X ${/^\w+$/.test(name) ? name : quote(name)}`;
}

/** Form of the command. `short` omits an `Accept` header for JSON, and uses shorter options of curl. */
type Form = 'exact' | 'short';

const isAcceptOfJson = ([name, value]: readonly [string, string]) => /^accept$/i.test(name) && /\bjson\b/.test(value);

/**
 * Option of curl for the request body, and the command that writes the body to standard input if the body cannot be an
 * argument.
 */
function data(body: string, form: Form): { option?: string; input?: string } {
  if (body === '') return {};
  if (body.includes('\0')) {
    const base64 = Buffer.from(body, 'utf8').toString('base64');
    return { option: '--data-binary @-', input: `printf '%s' '${base64}' | base64 -d` };
  }
  if (Buffer.byteLength(quote(body)) > LONGEST_ARGUMENT) {
    return { option: '--data-binary @-', input: `printf '%s' ${quote(body)}` };
  }
  // A body that begins with `@` needs `--data-raw`. With `-d` or `--data-binary`, curl would send the file with the
  // name after the `@`.
  const plain = form === 'short' ? '-d' : '--data-binary';
  return { option: `${body.startsWith('@') ? '--data-raw' : plain} ${quote(body)}` };
}

/**
 * Command for a POSIX shell that repeats a request.
 *
 * The user sets the API key in the environment variable `CONTRACT_API_KEY`. If the request contains a changed form of
 * the API key, such as the API key without its last character, the command contains a shell expression that computes
 * this form. The value of an additional header such as `X-Gate` is in the variable `CONTRACT_HEADER_X_GATE`.
 *
 * @param target certificates and additional headers of the run
 */
export function toCurl(
  request: Exchange['request'],
  target: Pick<RunResult['target'], 'ca' | 'headers'>,
  form: Form = 'exact',
): string {
  const headers = Object.entries(request.headers).filter(
    (header) => !COMPUTED_BY_CURL.test(header[0]) && !(form === 'short' && isAcceptOfJson(header)),
  );
  const { option, input } = data(request.body, form);
  const ownNames = new Set(Object.keys(request.headers).map((name) => name.toLowerCase()));
  const additional = target.headers?.filter((name) => !ownNames.has(name.toLowerCase())) ?? [];
  const parts = [form === 'short' ? 'curl -i' : 'curl -sS -i'];
  // The option decodes the body, also if the header `Accept-Encoding` of the request replaces the header of curl.
  if (headers.some(([name]) => /^accept-encoding$/i.test(name))) parts.push('--compressed');
  if (target.ca !== undefined) parts.push(`--cacert ${quote(target.ca)}`);
  if (/[[\]{}]/.test(request.url)) parts.push('--globoff');
  if (/\/\.{1,2}(\/|$|[?#])/.test(request.url)) parts.push('--path-as-is');
  parts.push(method(request.method), word(request.url));
  parts.push(...headers.map(([name, value]) => header(name, value)), ...additional.map(secretHeader));
  if (option !== undefined) {
    // The command removes the default media type of curl, which is the media type of an HTML form.
    if (!headers.some(([name]) => name.toLowerCase() === 'content-type')) parts.push(`-H 'Content-Type:'`);
    parts.push(option);
  }
  const command = parts.join(' ').replaceAll('\0', '');
  return input === undefined ? command : `${input} | ${command}`;
}
