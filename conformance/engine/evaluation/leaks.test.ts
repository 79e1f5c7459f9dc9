import { expect, test } from 'vitest';
import { leaks } from './leaks.ts';

const request = {
  method: 'POST',
  path: '/v1/x',
  headers: { 'X-Api-Key': 'wrong-key-1' },
  body: JSON.stringify({
    publicKeyPem: `-----BEGIN PUBLIC KEY-----\n${'QUJD'.repeat(16)}\n-----END PUBLIC KEY-----\n`,
  }),
};

const STORED = `-----BEGIN PUBLIC KEY-----\n${'MIIBIjANBgkqhkiG'.repeat(4)}\n-----END PUBLIC KEY-----\n`;

test.each([
  ['a JavaScript stack', '{"detail": "Error: no\\n    at handler (/srv/app/server.js:10:5)"}', 'a stack trace'],
  ['a Python trace', 'Traceback (most recent call last): x', 'a stack trace'],
  ['a Java frame', 'at com.example.Keys.create(Keys.java:42)', 'a stack trace'],
  ['a Ruby frame', `{"detail": "no key (api.rb:12:in 'Keys#create')"}`, 'a stack trace'],
  ['a Rust backtrace', '{"detail": "stack backtrace:\\n 1: keys::update\\n at ./src/keys.rs:88:30"}', 'a stack trace'],
  ['a Rust panic', `{"detail": "thread 'main' panicked at src/main.rs:4:5"}`, 'a stack trace'],
  ['a Lua traceback', '{"detail": "keys.lua:42: attempt to index nil"}', 'a stack trace'],
  ['a Haskell call stack', '{"detail": "CallStack (from HasCallStack):\\n error"}', 'a stack trace'],
  ['a Go frame', '{"detail": "main.update(...)\\n keys.go:12 +0x1d"}', 'a stack trace'],
  ['an Erlang frame', String.raw`{"detail": "{keys,update,2,[{file,\"src/keys.erl\"},{line,12}]}"}`, 'a stack trace'],
  ['an Elixir frame', '{"detail": "lib/keys.ex:12: Keys.update/2"}', 'a stack trace'],
  ['an error message of Perl', '{"detail": "no key at keys.pl line 12."}', 'a stack trace'],
  ['a path at the beginning of a line', '{"detail": "failed:\\n/srv/app/keys.sqlite"}', 'a file path'],
  ['a path on disk', '{"detail": "ENOENT: /var/lib/app/keys.sqlite"}', 'a file path'],
  ['a path on Windows', '{"detail": "C:\\\\app\\\\keys\\\\a.pem"}', 'a file path'],
  ['the key of the target', '{"detail": "real-key-2 is expired"}', 'the API key'],
  ['the key that was sent', '{"detail": "unknown key wrong-key-1"}', 'the API key'],
  ['the key material that was sent', `{"detail": "cannot parse ${'QUJD'.repeat(16)}"}`, 'key material'],
  ['a key that is stored', JSON.stringify({ detail: `Not changed: ${STORED}` }), 'key material'],
  ['a stored key in JSON within JSON', JSON.stringify({ detail: JSON.stringify({ pem: STORED }) }), 'key material'],
  ['a query', `{"detail": "SELECT * FROM keys WHERE kid = 'x'"}`, 'a database error'],
  ['a constraint of SQLite', '{"detail": "UNIQUE constraint failed: keys.kid"}', 'a database error'],
  [
    'a constraint of PostgreSQL',
    '{"detail": "duplicate key value violates unique constraint \\"keys_pkey\\""}',
    'a database error',
  ],
  ['an error of MySQL', `{"code": "ER_DUP_ENTRY", "detail": "no"}`, 'a database error'],
  ['a state of SQL', '{"detail": "SQLSTATE[23505]: 7 ERROR"}', 'a database error'],
  ['a class of a driver', '{"detail": "psycopg2.errors.InvalidTextRepresentation"}', 'a database error'],
])('reports %s as a leak', (_, text, what) => {
  expect(leaks({ text, headers: {} }, request, ['real-key-2'], ['X-Api-Key']).map((leak) => leak.what)).toContain(what);
});

test.each([
  [
    'a problem',
    '{"type": "urn:x-y:problem:1", "href": "https://example.com/errors/invalid.html", "detail": "label is required at /jwtKey/label", "instance": "urn:uuid:0"}',
  ],
  ['the path of the request', '{"detail": "There is nothing at /v1/projects/a.b/jwt-keys/index"}'],
  ['the first line of a PEM', '{"detail": "publicKeyPem must begin with -----BEGIN PUBLIC KEY-----"}'],
  ['prose with words of SQL', '{"detail": "Select a label from 1 to 255 characters, where no update set one."}'],
  [
    'an error code that the service defines itself',
    '{"code": "ER_LABEL_TOO_LONG", "detail": "A key with this unique constraint exists."}',
  ],
  ['a time', '{"detail": "at 10:15:30 the limit was reached"}'],
])('accepts %s', (_, text) => {
  expect(leaks({ text, headers: {} }, request, ['real-key-2'], ['X-Api-Key'])).toEqual([]);
});

test('finds an API key in any header of an error response, and ignores a path in the header `Link`', () => {
  const headers = { link: '</docs/server.js>; rel="help"', 'x-debug': 'real-key-2' };
  expect(leaks({ text: '', headers }, request, ['real-key-2'], ['X-Api-Key']).map(({ what }) => what)).toEqual([
    'the API key',
  ]);
});

test.each([
  ['link', '</opt/help/errors.html>; rel="help"', []],
  ['location', '/opt/login.html', []],
  ['content-location', '/opt/en/errors.json', []],
  ['set-cookie', 'seen=1; Path=/opt/app.html', []],
  ['x-debug', '/opt/app/server.js', ['a file path']],
])('searches the response header %s for file paths, except in cookies and URI references: %s', (name, value, want) => {
  expect(
    leaks({ text: '', headers: { [name]: value } }, request, ['real-key-2'], ['X-Api-Key']).map(({ what }) => what),
  ).toEqual(want);
  expect(leaks({ text: '', headers: { [name]: 'real-key-2' } }, request, ['real-key-2'], ['X-Api-Key'])).toHaveLength(
    1,
  );
});

/** Texts whose repetition makes a search with backtracking take seconds. */
const COSTLY = [
  '\n',
  '/a',
  'at a.b ',
  'at (',
  'File "',
  'SELECT ',
  "Duplicate entry '",
  ".rb:1:in '",
  '#1 a(1',
  'a-',
  '/home/a@',
];

test('finds a leak at the end of a text of 60,000 characters', () => {
  for (const part of COSTLY) {
    const text = `${part.repeat(60_000 / part.length)}\nTraceback (most recent call last)`;
    const found = leaks({ text, headers: {} }, { method: 'GET', path: '/', headers: {} }, [], []);
    expect(found.map(({ excerpt }) => excerpt)).toContain('Traceback (most recent call last)');
  }
});
