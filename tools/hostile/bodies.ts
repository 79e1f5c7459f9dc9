import { isObject, parseJson } from '../../src/contract/json.ts';
import type { Attack, Genuine, HostileTarget } from './target-server.ts';

/** Hostile targets that send complete responses with harmful bodies. */

const MIB = 2 ** 20;

/**
 * Sends a replaced body with the status and headers of the genuine response, which is the response of the conforming
 * server.
 */
function body(change: (genuine: Genuine, count: number) => Buffer | string): Attack {
  return ({ response }, genuine, count) => {
    if (genuine.status === 204) response.writeHead(204, genuine.headers).end();
    else response.writeHead(genuine.status, genuine.headers).end(change(genuine, count));
  };
}

/** Sends the JSON object of the genuine response with changed properties. */
function json(change: (value: Record<string, unknown>, count: number) => unknown): Attack {
  return body((genuine, count) => {
    const value = parseJson(genuine.body.toString());
    return isObject(value) ? JSON.stringify(change(value, count)) : genuine.body;
  });
}

/** Sends the JSON text of the genuine response with an additional property. */
function property(text: (count: number) => string): Attack {
  return body((genuine, count) => {
    const object = genuine.body.toString().trim();
    return object.startsWith('{') ? `${object.slice(0, -1)},"more":${text(count)}}` : object;
  });
}

const isError = ({ status }: Genuine) => status >= 400;
const isSuccess = ({ status }: Genuine) => status < 400;
const always = () => true;

const strings = (text: (count: number) => string) =>
  json((value, count) =>
    Object.fromEntries(Object.entries(value).map(([name, one]) => [name, typeof one === 'string' ? text(count) : one])),
  );
const detail = (text: (count: number) => string) => json((value, count) => ({ ...value, detail: text(count) }));
/** Text of at least `length` characters that differs between responses, since it repeats the number of the request. */
const words = (count: number, length: number) => `${count} `.repeat(Math.ceil(length / `${count} `.length));

const DETAILS: readonly (readonly [name: string, text: (count: number) => string])[] = [
  ['different-300-bytes', (count) => words(count, 300)],
  ['different-leaks', (count) => `${words(count, 300)} at a (/srv/${count}/a.js:1:1)`],
  ['different-20-kilobytes', (count) => words(count, 20_000)],
  ['two-mebibytes', () => 'x'.repeat(2 * MIB)],
  ['newlines', () => '\n'.repeat(MIB)],
  ['paths', () => '/a'.repeat(MIB / 2)],
  ['frames', () => 'at a.b '.repeat(MIB / 7)],
  ['files', () => 'File "'.repeat(MIB / 6)],
  ['selects', () => "SELECT UPDATE Duplicate entry ' ".repeat(MIB / 32)],
  ['ruby-frames', () => ".rb:1:in '".repeat(MIB / 10)],
  ['numbered-frames', () => '#1 a(1) '.repeat(MIB / 8)],
  ['pem-blocks', () => '-----BEGIN '.repeat(MIB / 11)],
  ['drives', () => 'C:\\a\\b\\'.repeat(MIB / 8)],
  ['home-folders', () => '/home/a.b/c.d'.repeat(MIB / 13)],
  ['quotes', () => '`"\\'.repeat(MIB / 3)],
  ['half-keys', () => 'test-k'.repeat(MIB / 6)],
  ['entities', () => '&amp;#0000'.repeat(MIB / 10)],
  ['percents', () => '%25%25'.repeat(MIB / 6)],
  ['base64', () => 'dGVzdC1rZXk'.repeat(MIB / 11)],
  ['lone-surrogates', () => '\ud800'.repeat(1000)],
  ['terminal-commands', () => '\u001b[2J\u009b31m\n##[stop-commands]x\n::stop-commands::x\n##[set-output name=a]b'],
  ['links', (count) => `[a](https://evil.example/${count}) <https://evil.example> ![x](https://evil.example/x.png)`],
];

const WHOLE: readonly (readonly [name: string, attack: Attack, replaces?: HostileTarget['replaces']])[] = [
  ['huge-strings', strings(() => 'y'.repeat(MIB)), isSuccess],
  ['different-strings', strings((count) => words(count, 50_000)), isSuccess],
  ['surrogate-strings', strings(() => 'a\ud800b'), isSuccess],
  ['digits', strings(() => '9'.repeat(MIB)), isSuccess],
  ['control-strings', strings(() => '\u0000\u001b[31m\u009b\u202e'), isSuccess],
  [
    'long-identifiers',
    json((value, count) => ({ ...value, kid: words(count, MIB), id: words(count, MIB) })),
    isSuccess,
  ],
  ['path-identifiers', json((value) => ({ ...value, kid: '../../x?y#z', id: '..' })), isSuccess],
  ['typed-identifiers', json((value) => ({ ...value, kid: { a: [] }, id: [[]] })), isSuccess],
  ['large-array', property(() => `[${'0,'.repeat(2 * MIB)}0]`), always],
  ['array-of-objects', property(() => `[${'{"a":{}},'.repeat(300_000)}0]`), always],
  ['only-an-array', body(() => `[${'0,'.repeat(2 * MIB)}0]`), always],
  ['deep-array', body(() => '['.repeat(MIB) + ']'.repeat(MIB)), always],
  ['deep-object', body(() => `${'{"a":'.repeat(MIB)}1${'}'.repeat(MIB)}`), always],
  ['deep-property', property(() => '['.repeat(20_000) + ']'.repeat(20_000)), always],
  ['rather-deep-property', property(() => `${'[{"a":'.repeat(900)}1${'}]'.repeat(900)}`), always],
  ['many-properties', body(() => `{${Array.from({ length: 200_000 }, (_, at) => `"p${at}":0`).join()}}`), always],
  ['long-names', body((_, count) => `{"${words(count, 4 * MIB)}":1}`), always],
  ['duplicate-names', body((genuine) => `{${'"id":1,'.repeat(MIB / 7)}${genuine.body.toString().slice(1)}`), always],
  ['prototype-names', property(() => '{"__proto__":{"a":1},"constructor":{"prototype":{"b":1}},"toString":1}'), always],
  ['large-numbers', property(() => `[1e400,-1e400,${'9'.repeat(MIB)}]`), always],
  ['white-space', body(({ body: of }) => `${' \n'.repeat(3.5 * MIB)}${of}`), always],
  ['invalid-utf-8', body(({ body: of }) => Buffer.from(of.toString().replaceAll('a', 'é'), 'latin1')), always],
  ['only-invalid-bytes', body(() => Buffer.alloc(MIB, 0xff)), always],
  ['byte-order-mark', body(({ body: of }) => `\ufeff${of}`), always],
  ['utf-16', body(({ body: of }) => Buffer.from(of.toString(), 'utf16le')), always],
  ['empty', body(() => ''), always],
  ['html', body(() => '<script>alert(1)</script>'.repeat(10_000)), always],
  ['null-bytes', body(() => Buffer.alloc(4 * MIB)), always],
];

export const BODIES: readonly HostileTarget[] = [
  ...DETAILS.map(([name, text]) => ({ name: `errors-of-${name}`, attack: detail(text), replaces: isError })),
  ...WHOLE.map(([name, attack, replaces = always]) => ({ name, attack, replaces })),
];
