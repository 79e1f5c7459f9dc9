import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toCurl } from './curl.ts';

const API_KEY = `k'e"y $(touch never) !`;
const SWAPPED_KEY = `K'E"Y $(TOUCH NEVER) !`;
let directory: string;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'curl-'));
  // A script that replaces curl and prints its arguments, and the body if the body arrives on standard input.
  const script = `#!/bin/sh\nprintf '%s\\0' "$@"\ncase "$*" in *' @-') cat;; esac\n`;
  writeFileSync(join(directory, 'curl'), script, { mode: 0o755 });
});

afterAll(() => rmSync(directory, { recursive: true }));

/** Arguments and standard input that the shell command passes to curl. */
function run(command: string, variables: Record<string, string> = {}): { args: string[]; input: string } {
  const file = join(directory, 'command.sh');
  writeFileSync(file, command);
  // The test writes the command to a file, since a command with a long body exceeds the maximum length of an argument.
  const args = command.length > 100_000 ? [file] : ['-c', command];
  const env = { PATH: `${directory}:/usr/bin:/bin`, CONTRACT_API_KEY: API_KEY, ...variables };
  const output = execFileSync('sh', args, { env, encoding: 'utf8', maxBuffer: 1e8 }).split('\0');
  const end = output.indexOf('@-') + 1 || output.length - 1;
  return { args: output.slice(0, end), input: output.slice(end).join('\0') };
}

const url = 'https://example.com/v1/things';

function request(body: string, headers: Record<string, string> = { 'Content-Type': 'application/json' }) {
  return { method: 'PATCH', url, headers, body };
}

describe('toCurl', () => {
  test('writes a readable command', () => {
    const headers = { 'X-Api-Key': '$CONTRACT_API_KEY', 'Content-Type': 'application/json' };
    expect(toCurl(request('{"a":1}', headers), {})).toBe(
      `curl -sS -i -X PATCH '${url}' -H "X-Api-Key: $CONTRACT_API_KEY" -H 'Content-Type: application/json' --data-binary '{"a":1}'`,
    );
  });

  test('writes a shell variable in place of the API key', () => {
    const { args } = run(toCurl(request('', { 'X-Api-Key': '$CONTRACT_API_KEY' }), {}));
    expect(args).toEqual(['-sS', '-i', '-X', 'PATCH', url, '-H', `X-Api-Key: ${API_KEY}`]);
  });

  test.each([
    [
      'headers that replace the headers of curl',
      { Host: 'a', CONNECTION: 'close', 'user-agent': 'b' },
      ['-H', 'Host: a', '-H', 'CONNECTION: close', '-H', 'user-agent: b'],
    ],
    ['a header that curl computes', { 'content-length': '3' }, []],
    ['an empty header', { 'X-Api-Key': '' }, ['-H', 'X-Api-Key;']],
    ['another API key', { 'X-Api-Key': '$HOME `id`' }, ['-H', 'X-Api-Key: $HOME `id`']],
    [
      'an API key with an additional character',
      { 'X-Api-Key': '$CONTRACT_API_KEYx$HOME' },
      ['-H', `X-Api-Key: ${API_KEY}x$HOME`],
    ],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell expands it
    ['a shortened API key', { 'X-Api-Key': '${CONTRACT_API_KEY%?}' }, ['-H', `X-Api-Key: ${API_KEY.slice(0, -1)}`]],
    [
      'an API key in another letter case',
      { 'X-Api-Key': '$(printf %s "$CONTRACT_API_KEY" | tr A-Za-z a-zA-Z)' },
      ['-H', `X-Api-Key: ${SWAPPED_KEY}`],
    ],
    [
      'an API key as a password',
      { Authorization: `Basic $(printf %s "$CONTRACT_API_KEY:" | base64 | tr -d '\\n')` },
      ['-H', `Authorization: Basic ${btoa(`${API_KEY}:`)}`],
    ],
    ['another command', { 'X-Api-Key': '$(id)"$CONTRACT_API_KEY"' }, ['-H', `X-Api-Key: $(id)"${API_KEY}"`]],
    ['a name that a shell would expand', { 'x-$HOME`': '$CONTRACT_API_KEY' }, ['-H', `x-$HOME\`: ${API_KEY}`]],
  ])('writes %s', (_, headers, want) => {
    const { args } = run(toCurl(request('', headers), {}));
    expect(args.slice(5)).toEqual(want);
  });

  test('adds options for the trusted certificates and the additional headers, with shell variables in place of the header values', () => {
    const target = { ca: "it's/ca.pem", headers: ['X-Gate', 'x-team', '$x`', 'content-type'] };
    const command = toCurl(request('', { 'Content-Type': 'a/b' }), target);
    expect(command).toContain(`-H "X-Gate: $CONTRACT_HEADER_X_GATE" -H "x-team: $CONTRACT_HEADER_X_TEAM"`);
    const { args } = run(command, {
      CONTRACT_HEADER_X_GATE: '$a "b"',
      CONTRACT_HEADER_X_TEAM: 'c',
      CONTRACT_HEADER__X_: 'd',
    });
    const headers = ['Content-Type: a/b', 'X-Gate: $a "b"', 'x-team: c', '$x`: d'].flatMap((one) => ['-H', one]);
    expect(args).toEqual(['-sS', '-i', '--cacert', "it's/ca.pem", '-X', 'PATCH', url, ...headers]);
  });

  test.each([
    ['HEAD', url, ['--head', url]],
    ['GET', `${url}?a[]={b}`, ['--globoff', '-X', 'GET', `${url}?a[]={b}`]],
    ['GET', `${url}?key=$CONTRACT_API_KEY&a`, ['-X', 'GET', `${url}?key=${API_KEY}&a`]],
    ['GET', `${url}/../x`, ['--path-as-is', '-X', 'GET', `${url}/../x`]],
    ['M-SEARCH', `${url}/it's?a=$HOME&b`, ['-X', 'M-SEARCH', `${url}/it's?a=$HOME&b`]],
  ])('writes the options of curl for the request %s %s', (method, target, want) => {
    const { args } = run(toCurl({ method, url: target, headers: {}, body: '' }, {}));
    expect(args.slice(2)).toEqual(want);
  });

  test.each([
    ["it's", '--data-binary'],
    ['two\nlines\r\n', '--data-binary'],
    ['!history! $HOME `id` $(id) \\ "', '--data-binary'],
    ['@/etc/passwd', '--data-raw'],
    [`''\n'"'"'`, '--data-binary'],
  ])('sends the body %j unchanged', (body, option) => {
    expect(run(toCurl(request(body), {})).args.slice(-2)).toEqual([option, body]);
  });

  test.each([
    ['with NUL', 'a\0b\0'],
    ['that is too long for an argument', "'".repeat(200_000)],
  ])('reads a body %s from a pipe', (_, body) => {
    const { args, input } = run(toCurl(request(body), {}));
    expect(args.slice(-2)).toEqual(['--data-binary', '@-']);
    expect(input).toBe(body);
  });

  test('sends no media type if the request has a body and no media type', () => {
    expect(run(toCurl(request('{}', {}), {})).args.slice(5)).toEqual(['-H', 'Content-Type:', '--data-binary', '{}']);
  });

  test('sends any text unchanged', () => {
    const text = fc.string({
      unit: fc.oneof(fc.constantFrom(...'\'"\\$`!\n\r\0 @'), fc.string({ unit: 'binary', maxLength: 3 })),
    });
    fc.assert(
      fc.property(text, (body) => {
        const { args, input } = run(toCurl(request(body), {}));
        const sent = args.at(-1) === '@-' ? input : args.at(-1);
        expect(body === '' ? '' : sent).toBe(body.toWellFormed());
      }),
      { numRuns: 60 },
    );
  });
});
