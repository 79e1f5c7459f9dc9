import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { resultWith, sampleResult } from '../../../test/helpers/report/sample-result.ts';
import { renderJunit } from './junit.ts';

/** Parses XML 1.0, as far as a JUnit file uses it, and fails the test if the text is not well-formed. */
function expectWellFormed(xml: string): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds control characters
  expect(xml).not.toMatch(/[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]|&(?!(?:lt|gt|amp|quot|apos|#x[\dA-F]+);)/);
  expect(xml.isWellFormed()).toBe(true);
  const open: string[] = [];
  let end = 0;
  for (const token of xml.matchAll(/<\?xml [^?]*\?>|<(\/?)([\w-]+)(?:\s+[\w-]+="[^"<]*")*(\/?)>|[^<]+/gy)) {
    const [text, closing, name, empty] = token;
    end = token.index + text.length;
    if (!text.startsWith('<')) expect(text).not.toContain(']]>');
    if (name === undefined || empty === '/') continue;
    if (closing === '/') expect(open.pop()).toBe(name);
    else open.push(name);
  }
  expect(open).toEqual([]);
  expect(end).toBe(xml.length);
}

/** Element of a requirement. */
function testcase(xml: string, id: string): string {
  return new RegExp(`<testcase [^>]*name="${id} [^>]*?(?:/>|>[\\s\\S]*?</testcase>)`).exec(xml)?.[0] ?? '';
}

describe('renderJunit', () => {
  const xml = renderJunit(sampleResult);

  test('writes a JUnit test suite for each operation and a test case for each requirement', () => {
    expectWellFormed(xml);
    const suites = [...xml.matchAll(/<testsuite name="(\w+)"/g)].map(([, name]) => name);
    expect(suites).toEqual(['Everywhere', 'updateJwtKey', 'createJwtKey', 'createInvite', 'deleteInstallation']);
    expect(xml.match(/<testcase /g)).toHaveLength(sampleResult.requirements.length);
    expect(xml).toMatch(/<testsuites [^>]*tests="11" failures="4" errors="0">/);
    const skipped = [...xml.matchAll(/<testsuite [^>]*skipped="(\d+)"/g)].map(([, number]) => Number(number));
    expect(skipped).toHaveLength(suites.length);
    expect(skipped.reduce((sum, number) => sum + number)).toBe(3);
  });

  test('describes a failure with the rule, the basis of the rule and each failing case', () => {
    const failure = testcase(xml, 'D42');
    expect(failure).toContain(
      '<failure message="D42: `active` is not in the mask, and changed." type="MUST|documented">',
    );
    for (const text of ['Exactly the fields that the mask names', 'clause: §4.4', 'fix the service']) {
      expect(failure).toContain(text);
    }
    expect(failure.match(/^ {2}expected: /gm)).toHaveLength(2);
    expect(failure.match(/^curl /gm)).toHaveLength(2);
    expect(failure).not.toContain('a mask of both changes both');
  });

  test.each([
    ['D59', '<skipped message="untestable: D59: the fixture `project.name` is missing'],
    ['D04', '<skipped message="notApplicable: D04: the configuration names no `forbiddenApiKey`.'],
    ['D74', '<skipped message="waived: D74: a second record'],
    ['D09', '<system-out>warning: D09: the response to GET has no header `Allow`.'],
  ])('describes %s as %s', (id, want) => {
    expect(testcase(xml, id)).toContain(want);
    expect(testcase(xml, id)).not.toContain('<failure');
  });

  test('writes an empty JUnit test case for a passed requirement', () => {
    expect(testcase(xml, 'D80')).toMatch(/\/>$/);
  });

  test.each(['\0\x01\x1F', '\uD800', 'a\uDC00b', '\uFFFE\uFFFF', ']]> ]]> ]]>', '<a b="c">&amp;&</a>', '-->'])(
    'writes well-formed XML if every text contains %j',
    (text) => {
      expectWellFormed(renderJunit(resultWith(text)));
    },
  );

  test('replaces characters that XML forbids with visible text or U+FFFD', () => {
    expect(renderJunit(resultWith('a\uDC00b\0c\uFFFF'))).toContain('message: a\uFFFDb[U+0000]c\uFFFD\n');
  });

  test('writes well-formed XML for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.integer({ max: 0xffff }).map((unit) => String.fromCharCode(unit)) }), (text) =>
        expectWellFormed(renderJunit(resultWith(text))),
      ),
    );
  });
});
