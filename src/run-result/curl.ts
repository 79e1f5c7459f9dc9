import type { Exchange } from './requirement-result.ts';
import type { RunResult } from './run-result.ts';
import { EXPANDED_BY_SHELL, headerVariable } from './secret-variables.ts';

/** The headers that curl sets by itself. */
const OWN_HEADERS = new Set(['host', 'content-length', 'connection', 'accept-encoding', 'user-agent']);

/** Bytes of one argument; Linux takes 128 KiB (MAX_ARG_STRLEN). */
const LONGEST_ARGUMENT = 100_000;

/** POSIX single quotes: nothing is special between them, so a `'` has to stand outside. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

const SECRET = new RegExp(`(${EXPANDED_BY_SHELL.source})`);

/**
 * A word in which the shell puts the secrets. What stands between double quotes is read by the shell: those
 * are the placeholders, and names that are plain.
 */
function word(text: string): string {
  const parts = text.split(SECRET);
  if (parts.length === 1) return quote(text);
  const [before = '', secret = '', ...rest] = parts;
  if (/^[\w: -]*$/.test(before) && rest.join('') === '') return `"${before}${secret}"`;
  return parts.map((part, index) => (index % 2 === 1 ? `"${part}"` : part && quote(part))).join('');
}

function header(name: string, value: string): string {
  // `Name:` would remove the header; `Name;` sends it without a value.
  return `-H ${value === '' ? quote(`${name};`) : word(`${name}: ${value}`)}`;
}

/** The value is known to whoever ran the suite: a variable stands for it. */
function secretHeader(name: string): string {
  const value = `$${headerVariable(name)}`;
  return `-H ${/^[\w-]+$/.test(name) ? `"${name}: ${value}"` : `${quote(`${name}: `)}"${value}"`}`;
}

function method(name: string): string {
  return name.toUpperCase() === 'HEAD' ? '--head' : `-X ${/^\w+$/.test(name) ? name : quote(name)}`;
}

/** The body's option, and the command whose output it reads where the body cannot be an argument. */
function data(body: string): { option?: string; input?: string } {
  if (body === '') return {};
  if (body.includes('\0')) {
    const base64 = Buffer.from(body, 'utf8').toString('base64');
    return { option: '--data-binary @-', input: `printf '%s' '${base64}' | base64 -d` };
  }
  if (Buffer.byteLength(quote(body)) > LONGEST_ARGUMENT) {
    return { option: '--data-binary @-', input: `printf '%s' ${quote(body)}` };
  }
  // `--data-binary @name` would send a file.
  return { option: `${body.startsWith('@') ? '--data-raw' : '--data-binary'} ${quote(body)}` };
}

/**
 * A command for a POSIX shell that sends the request again.
 *
 * The API key is the variable `CONTRACT_API_KEY`, which whoever runs the command has to set; where a request holds
 * a form of it (without the last character, say), the shell makes that. The value of a header that every request of
 * the run had besides, `X-Gate`, is `CONTRACT_HEADER_X_GATE`.
 *
 * @param target what the run needed to reach it
 */
export function toCurl(request: Exchange['request'], target: Pick<RunResult['target'], 'ca' | 'headers'>): string {
  const headers = Object.entries(request.headers).filter(([name]) => !OWN_HEADERS.has(name.toLowerCase()));
  const { option, input } = data(request.body);
  const named = new Set(Object.keys(request.headers).map((name) => name.toLowerCase()));
  const besides = target.headers?.filter((name) => !named.has(name.toLowerCase())) ?? [];
  const parts = ['curl -sS -i'];
  if (target.ca !== undefined) parts.push(`--cacert ${quote(target.ca)}`);
  if (/[[\]{}]/.test(request.url)) parts.push('--globoff');
  if (/\/\.{1,2}(\/|$|[?#])/.test(request.url)) parts.push('--path-as-is');
  parts.push(method(request.method), word(request.url));
  parts.push(...headers.map(([name, value]) => header(name, value)), ...besides.map(secretHeader));
  if (option !== undefined) {
    // curl would name a form's media type where the request named none.
    if (!headers.some(([name]) => name.toLowerCase() === 'content-type')) parts.push(`-H 'Content-Type:'`);
    parts.push(option);
  }
  const command = parts.join(' ').replaceAll('\0', '');
  return input === undefined ? command : `${input} | ${command}`;
}
