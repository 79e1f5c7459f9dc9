import { marked, type Token } from 'marked';
import { describe, expect, test } from 'vitest';
import { exchange } from '../../test/helpers/report/result-parts.ts';
import { resultWith, sampleResult } from '../../test/helpers/report/sample-result.ts';
import { diffReports } from '../run-result/comparison/diff.ts';
import type { RunResult } from '../run-result/run-result.ts';
import { renderDiffMarkdown, renderDiffText } from './diff.ts';
import { renderAnnotations } from './formats/annotations.ts';
import { renderHar } from './formats/har.ts';
import { renderJunit } from './formats/junit.ts';
import { renderSarif } from './formats/sarif.ts';
import { renderSummary, renderText } from './summary.ts';
import { jsonText } from './write-reports.ts';
import { renderHtml } from './writers/html-page.ts';

/** Texts of a target that attack the program or the person that reads a report. */
const ATTACKS = {
  'commands of a terminal': '\u001b[2J\u001b]0;title\u0007 \u009b31m \u0085 \u007f',
  'a text direction': '\u202egnp.exe\u202c \u2066x\u2069',
  'commands of GitHub': 'x\n::add-mask::y\r\n\u3000::error::z\n##[stop-commands]x ##[set-output name=a]b %0A::error::z',
  'commands of other CI systems': 'x ##vso[task.setvariable variable=a]b\n##teamcity[buildStop]',
  links:
    '[a](https://evil.example) ![b](https://evil.example/b.png) <https://evil.example> https://evil.example www.evil.example [c][d]\n\n[d]: https://evil.example',
  mentions: '@evil and evil@evil.example',
  markup: '</pre></script><script>alert(1)</script><img src=x onerror=alert(1)>]]>&#60;b>" onclick="x',
  'lone surrogates': 'a\ud800b\udc00',
  'Markdown blocks': '\n```\n# heading\n- item\n| a | b |\n|-|-|\n| c | d |\n~~~',
};

/** Result in which the given text is the value of everything that a target controls. */
function hostileResult(text: string): RunResult {
  const base = resultWith(text);
  const { response } = exchange('GET /', undefined, 500, text);
  const created = { kind: 'key', id: text, name: text, operation: 'createKey', paths: [text], objectNames: [text] };
  const side = { outcome: 'failed', message: text, expected: text, actual: text, ownDeviations: 1 } as const;
  return {
    ...base,
    requirements: base.requirements.map((one) => ({
      ...one,
      cases: one.cases.map((each) => ({
        ...each,
        exchanges: each.exchanges.map((exchange) => ({ ...exchange, reference: { response } })),
      })),
    })),
    stop: { reason: 'gone', message: text },
    leftovers: [created],
    cleanup: { outcome: 'failed', message: text },
    against: {
      target: { baseUrl: text },
      verdict: 'nonconforming',
      differences: [
        { id: 'D15', title: 'A', level: 'MUST', basis: 'decided', broken: 'both', this: side, other: side },
      ],
      same: 1,
      answers: [],
      leftBehind: text,
    },
  };
}

const CONTROLS =
  /(?!\n)[\p{Cc}\p{Bidi_Control}]|[\ud800-\udfff](?<![\ud800-\udbff][\udc00-\udfff])(?![\udc00-\udfff])/v;
/** Matches a command of a CI system, except for the two kinds of annotation that the suite writes. */
const COMMANDS = /##[a-z]*\[|^\s*::(?!(?:error|warning) )/imu;

describe.each(Object.entries(ATTACKS))('a text of a target with %s', (_, text) => {
  const result = hostileResult(text);

  test.each([
    ['the console', renderText(result, { color: false, details: 100, showsDeviations: true })],
    ['the console, for a comparison', renderDiffText(diffReports(sampleResult, result), { color: false })],
    ['the annotations', renderAnnotations(result, 'spec/openapi.yaml')],
  ])('writes no workflow command from a hostile text to %s', (__, shown) => {
    expect(shown).not.toMatch(CONTROLS);
    expect(shown).not.toMatch(COMMANDS);
  });

  test.each([
    ['the summary', renderSummary(result)],
    ['the summary of a comparison', renderDiffMarkdown(diffReports(sampleResult, result))],
  ])('writes neither a link nor an element from a hostile text to %s', (__, shown) => {
    expect(shown).not.toMatch(CONTROLS);
    const tokens = allTokens(marked.lexer(shown));
    expect(tokens.filter(({ type }) => ['link', 'image', 'def'].includes(type)).map(({ raw }) => raw)).toEqual([]);
    const elements = tokens.filter(({ type }) => type === 'html').map(({ raw }) => raw);
    expect(elements.join('\n')).not.toMatch(/<(?!\/?(?:details|summary|code|b|span)[ >]|!-- -->)/);
    expect(shown.replaceAll(/```[^`]*```|`[^`]*`/g, '')).not.toMatch(/(?<!\w)@\w/);
  });

  test('writes no embedded link from a hostile text to SARIF', () => {
    const shown = renderSarif(result);
    expect(shown).not.toMatch(CONTROLS);
    expect(stringsOf(JSON.parse(shown)).filter((one) => CONTROLS.test(one) || one.includes(']('))).toEqual([]);
  });

  test('writes no element from a hostile text to JUnit XML', () => {
    const shown = renderJunit(result);
    expect(shown).not.toMatch(CONTROLS);
    expect(
      shown.replaceAll(/<\/?(?:testsuites?|testcase|properties|property|failure|skipped|system-out)[ >]/g, ''),
    ).not.toMatch(/<(?!\?xml )/);
  });

  test('writes no element from a hostile text to HTML', () => {
    const page = renderHtml(result);
    expect(page.match(/<script[ >]/g)).toHaveLength(1);
    expect(page).not.toMatch(/<img|" onclick="/);
    expect(Array.from(page.matchAll(/ href="([^"]*)"/g), ([, target = '']) => target).filter(isElsewhere)).toEqual([]);
  });

  test.each([
    ['JSON', jsonText(result)],
    ['HAR', renderHar(result)],
  ])('leaves a text without control characters unchanged in %s', (__, shown) => {
    expect(shown).not.toMatch(CONTROLS);
    expect(stringsOf(JSON.parse(shown))).toContain(text);
  });
});

function isElsewhere(target: string): boolean {
  return !target.startsWith('#') && target !== 'data:,';
}

function allTokens(tokens: readonly Token[]): Token[] {
  const found: Token[] = [];
  marked.walkTokens([...tokens], (token) => void found.push(token));
  return found;
}

function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsOf) : [];
}
