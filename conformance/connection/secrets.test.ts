import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EXPANDED_BY_SHELL, headerVariable } from '../../src/run-result/secret-variables.ts';
import { concealer, credentialsOf, formsOf, secretsOf, unmistakable } from './secrets.ts';

const KEY = 'k-3C9f/27+x';
const conceal = concealer([{ value: KEY, variable: 'CONTRACT_API_KEY' }]);
const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('concealer', () => {
  test.each([
    ['unchanged', KEY, '$CONTRACT_API_KEY'],
    ['with an additional character', `${KEY}x`, '$CONTRACT_API_KEYx'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a shell reads it
    ['without its last character', KEY.slice(0, -1), '${CONTRACT_API_KEY%?}'],
    ['in the other letter case', 'K-3c9F/27+X', '$(printf %s "$CONTRACT_API_KEY" | tr A-Za-z a-zA-Z)'],
    ['as credentials', `Basic ${base64(`${KEY}:`)}`, `Basic $(printf %s "$CONTRACT_API_KEY:" | base64 | tr -d '\\n')`],
  ])('replaces an API key %s by a shell expression', (_, text, want) => {
    expect(conceal(`<${text}>`)).toBe(`<${want}>`);
    expect(want).toMatch(EXPANDED_BY_SHELL);
  });

  test.each([
    ['in upper case', KEY.toUpperCase()],
    ['percent-encoded', encodeURIComponent(KEY)],
    ['completely percent-encoded', [...KEY].map((one) => `%${one.charCodeAt(0).toString(16)}`).join('')],
    ['escaped in JSON', [...KEY].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')],
    ['with an escaped solidus', KEY.replace('/', '\\/')],
    ['percent-encoded twice', encodeURIComponent(encodeURIComponent(KEY))],
    ['in JSON within JSON', JSON.stringify(KEY.replace('/', '\\/')).slice(1, -1)],
    ['escaped in JSON within JSON', KEY.replace('/', String.raw`\\u002f`)],
    ['escaped with HTML entity names', KEY.replace('+', '&plus;').replace('/', '&amp;sol;')],
    ['escaped in HTML', KEY.replace('+', '&#43;').replace('/', '&#x2F;')],
    ['divided over header fields', 'k-3, C9f/2,7+x'],
    ['divided over a JSON list', 'k-3C","9f/27", "+x'],
    ['in hexadecimal', Buffer.from(KEY).toString('hex')],
    ['in base64', base64(KEY)],
    ['in divided base64', `${base64(KEY).slice(0, 5)}, ${base64(KEY).slice(5)}`],
    ['in base64 for a URL', encodeURIComponent(base64(KEY))],
    ['in base64 in JSON', base64(KEY).replaceAll('/', '\\/')],
  ])('replaces an API key %s by a description in words', (_, text) => {
    expect(conceal(`<${text}>`)).toBe('<(api key, in another form)>');
  });

  test('replaces an API key inside a longer text in base64 or base64url', () => {
    for (const before of ['', 'a', 'ab', 'abc']) {
      const text = `${before}${KEY}:${before}`;
      for (const encoding of ['base64', 'base64url'] as const) {
        const encoded = Buffer.from(text).toString(encoding);
        const shown = conceal(encoded);
        expect(shown).toMatch(/in another form|CONTRACT_API_KEY/);
        const left = shown.replace(/\(api key.*?\)|\$\(printf.*?'\)/, '');
        expect(Buffer.from(left, encoding).toString()).not.toContain(KEY.slice(1, 4));
      }
    }
  });

  test('searches for a secret literally, even if the secret contains special characters of regular expressions', () => {
    expect(concealer([{ value: 'a.b*c+d?', variable: 'CONTRACT_API_KEY' }])('a.b*c+d? and aXbbccd')).toBe(
      '$CONTRACT_API_KEY and aXbbccd',
    );
  });

  test.each([
    ['key', '$CONTRACT_API_KEY'],
    ['Bearer key', 'Bearer $CONTRACT_API_KEY'],
    [`Basic ${base64('key:')}`, `Basic $(printf %s "$CONTRACT_API_KEY:" | base64 | tr -d '\\n')`],
    ['"key"', '(api key, in another form)'],
    ['keyx', '(api key, in another form)'],
    ['unknown-1', 'unknown-1'],
  ])('replaces a short API key only in fields with credentials: %s', (value, want) => {
    const short = concealer([{ value: 'key', variable: 'CONTRACT_API_KEY' }]);
    expect(short.inField('X-Api-Key', value)).toBe(want);
    expect(short.inField('X-Request-Name', value)).toBe(value);
    expect(short(`{"jwtKeys": "${value}"}`)).toBe(`{"jwtKeys": "${value}"}`);
  });

  test('removes from any text every API key that a header can contain', () => {
    const key = fc.string({
      unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
      minLength: 8,
      maxLength: 40,
    });
    const around = fc.string({ maxLength: 20 });
    fc.assert(
      fc.property(key, around, around, (value, before, after) => {
        const hide = concealer([{ value, variable: 'CONTRACT_API_KEY' }]);
        const nested = JSON.stringify(JSON.stringify(value));
        const forms = [
          value,
          value.toUpperCase(),
          encodeURIComponent(value),
          JSON.stringify(value),
          nested,
          base64(value),
        ];
        for (const form of forms) {
          const shown = hide(before + form + after).replaceAll(new RegExp(EXPANDED_BY_SHELL, 'g'), '');
          expect(shown.toLowerCase().includes(value.toLowerCase())).toBe(false);
        }
      }),
      { numRuns: 60 },
    );
  });
});

test('replaces a longer secret before a shorter secret that the longer secret contains', () => {
  const target = { apiKey: 'abcdefgh', fixtures: { forbiddenApiKey: 'abcdefgh-forbidden' } };
  const hide = concealer(secretsOf(target));
  expect(hide('abcdefgh-forbidden abcdefgh')).toBe('$CONTRACT_FORBIDDEN_API_KEY $CONTRACT_API_KEY');
});

test('treats API keys and long header values as secrets', () => {
  const headers = { 'X-Gateway': '12345678', 'X-Team': '1234567' };
  expect(secretsOf({ headers })).toEqual([{ value: '12345678', variable: 'CONTRACT_HEADER_X_GATEWAY' }]);
  expect(secretsOf({ apiKey: 'k', fixtures: {} })).toEqual([{ value: 'k', variable: 'CONTRACT_API_KEY' }]);
  expect(secretsOf({ apiKey: '' })).toEqual([]);
  const secrets = ['1234567', '12345678'].map((value) => ({ value, variable: 'CONTRACT_API_KEY' }));
  expect(unmistakable(secrets)).toEqual([{ value: '12345678', variable: 'CONTRACT_API_KEY' }]);
});

test.each([
  'Authorization',
  'proxy-authorization',
  'Cookie',
  'X-Auth-Token',
  'X-Client-Secret',
  'Gateway-Key',
  'X-Password',
])('treats the value of %s as a credential', (name) => {
  const headers = { [name]: 'let-me-in', Host: 'docs.example.com', 'X-Tenant': 'acme-corp', Accept: 'text/html' };
  const fixtures = { forbiddenApiKey: 'forbidden-1' };
  expect(credentialsOf({ apiKey: 'k-1', fixtures, headers }).toSorted()).toEqual(['forbidden-1', 'k-1', 'let-me-in']);
});

describe('a word of the OpenAPI document', () => {
  const ownWords = 'Creates an integration.';
  const headers = { 'X-Product': 'Integration', 'X-Gateway-Key': 'integration', 'X-Team': 'northwind' };
  const values = (secrets: readonly { readonly value: string }[]) => secrets.map(({ value }) => value);

  test('treats a header value that is a word of the OpenAPI document as a secret only if the name of the header indicates credentials', () => {
    expect(values(secretsOf({ headers }, ownWords))).toEqual(['integration', 'northwind']);
  });

  test('excludes an API key that is a word of the OpenAPI document from the secrets to replace in every text and to forbid in error responses', () => {
    expect(values(unmistakable(secretsOf({ apiKey: 'integration', headers }, ownWords), ownWords))).toEqual([
      'northwind',
    ]);
    expect(credentialsOf({ apiKey: 'integration', headers }, ownWords)).toEqual([]);
  });
});

test('replaces a secret in another letter case by words that name the kind of secret', () => {
  const target = { apiKey: 'abcdefgh', fixtures: { forbiddenApiKey: 'stuvwxyz' }, headers: { 'X-A': 'ijklmnop' } };
  const hide = concealer(secretsOf(target));
  expect(hide('ABcdefgh STuvwxyz IJklmnop')).toBe(
    '(api key, in another form) (forbidden api key, in another form) (header x a, in another form)',
  );
});

test('replaces an API key without letters by its shell variable', () => {
  expect(concealer([{ value: '1234-5678', variable: 'CONTRACT_API_KEY' }])('<1234-5678>')).toBe('<$CONTRACT_API_KEY>');
});

test.each([
  ['percent-encoded as UTF-8', encodeURIComponent('pässwörd🔑')],
  ['escaped in JSON', String.raw`p\u00e4ssw\u00F6rd\ud83d\uDD11`],
  ['escaped in HTML by numbers', 'p&#228;ssw&#0246;rd&#128273;'],
  ['escaped in HTML by hexadecimal numbers', 'p&#xe4;ssw&#x00F6;rd&#x1f511;'],
  [
    'in divided hexadecimal in upper case',
    Buffer.from('pässwörd🔑').toString('hex').toUpperCase().replace('A4', 'A, 4'),
  ],
])('replaces an API key with characters beyond ASCII %s', (_, text) => {
  const hide = concealer([{ value: 'pässwörd🔑', variable: headerVariable('X-Gate') }]);
  expect(hide(`<${text}>`)).toBe('<(header x gate, in another form)>');
});

test('recognizes only shell expressions for the API key and for the API key without permission', () => {
  for (const variable of ['CONTRACT_API_KEY', 'CONTRACT_FORBIDDEN_API_KEY'])
    for (const { placeholder } of formsOf({ value: 'abcdef', variable }))
      expect(EXPANDED_BY_SHELL.exec(placeholder)?.[0]).toBe(placeholder);
  for (const text of ['CONTRACT_API_KEY', '$CONTRACT_HEADER_X_GATE', '$(printf %s "$OTHER" | tr A-Za-z a-zA-Z)'])
    expect(text).not.toMatch(EXPANDED_BY_SHELL);
});
