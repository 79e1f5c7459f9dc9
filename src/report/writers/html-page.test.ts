import { createHash } from 'node:crypto';
import { Script } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { resultWith, sampleResult } from '../../../test/helpers/report/sample-result.ts';
import { countOutcomes } from '../../run-result/requirement-result.ts';
import { renderHtml, STYLE } from './html-page.ts';
import { SCRIPT } from './page-script.ts';

const page = renderHtml(sampleResult);

function card(id: string): string {
  return page.slice(page.indexOf(` id="${id}"`)).split('<p class="permalink">')[0] ?? '';
}

/**
 * Names of the HTML elements whose numbers of start tags and end tags differ. In a correct page, each element has as
 * many end tags as start tags, since the suite writes every end tag.
 */
function unbalanced(text: string): string[] {
  const markup = text.replace(/<(style|script)>[\s\S]*?<\/\1>/g, '');
  const names = new Set([...markup.matchAll(/<([a-z]\w*)/g)].map(([, name = '']) => name));
  return [...names]
    .filter((name) => !['meta', 'link', 'input'].includes(name))
    .filter((name) => {
      const opened = markup.match(new RegExp(`<${name}[\\s>]`, 'g')) ?? [];
      return opened.length !== (markup.match(new RegExp(`</${name}>`, 'g')) ?? []).length;
    });
}

describe('renderHtml', () => {
  test('shows the verdict, the target, the contract and the time', () => {
    expect(page).toContain('<h1>✗ Nonconforming</h1>');
    for (const text of [
      'https://staging.example.com',
      'Integration Management Service 1.0.0',
      '2026-03-02 10:15:04 UTC',
    ]) {
      expect(page).toContain(text);
    }
    expect(unbalanced(page)).toEqual([]);
  });

  test('forbids the page to load other files, and allows only the script of the page', () => {
    expect(
      [...page.matchAll(/\b(?:src|href|action|srcset)="([^"]*)"/g)].map(([, target = '']) => target[0]),
    ).not.toContain('h');
    expect(page).not.toMatch(/@import|url\(/);
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1]?.replaceAll('&#39;', "'");
    for (const name of ['style', 'script']) {
      const text = new RegExp(`<${name}>([\\s\\S]*)</${name}>`).exec(page)?.[1] ?? '';
      expect(policy).toContain(`${name}-src 'sha256-${createHash('sha256').update(text).digest('base64')}'`);
    }
    expect(policy).toContain("default-src 'none'");
    // The content security policy of the page would block attributes such as `style` and `onclick`.
    expect(page.replace(/<(style|script)>[\s\S]*?<\/\1>/g, '')).not.toMatch(/ (?:style|on\w+)=/);
  });

  test('contains a valid script that does not end the script element early', () => {
    expect(() => new Script(SCRIPT)).not.toThrow();
    expect(SCRIPT + STYLE).not.toContain('</');
  });

  test('opens the card of a failed requirement, and shows all details in the card', () => {
    const failure = card('D42');
    const first = renderHtml({
      ...sampleResult,
      requirements: sampleResult.requirements.filter(({ id }) => id === 'D42'),
    });
    expect(first).toContain(' id="D42" open');
    for (const text of [
      'Exactly the fields that the mask names get their values from <code>jwtKey</code>',
      '(§4.4)',
      'specified by the interface: fix the service',
      'a violation makes the target nonconforming',
      'active: true, as before the update',
      'active: false, the value in jwtKey',
      '<p class="start"><code>PATCH /v1/projects/',
      '&quot;updateMask&quot;: [\n    &quot;label&quot;\n  ]',
      '<p class="start"><code>200 OK</code></p>',
      'a mask of both changes both',
      '&quot;it&#39;\\&#39;&#39;s&quot;',
    ]) {
      expect(failure).toContain(text);
    }
    expect(failure.match(/class="copy"/g)).toHaveLength(2);
  });

  test('marks the failing exchange among several exchanges', () => {
    const [, failing = ''] = card('D42').split('<details class="shows" open>');
    const [shown = '', setup] = failing.split('<summary>1 setup request</summary>');
    expect(shown).toContain('<summary>Request 2 of 2 · failing · ');
    expect(shown).toContain('Renamed');
    expect(setup).toContain('<p class="label">Request 1 of 2</p>');
  });

  test('closes the card of a requirement that did not fail', () => {
    for (const id of ['D09', 'D59', 'D80']) expect(card(id)).not.toMatch(/^ id="\w+" open/);
  });

  test('shows the reason of the outcome on a closed card', () => {
    expect(card('D59')).toContain('<span class="reason">D59: the fixture <code>project.name</code> is missing');
    expect(card('D04')).toContain('the configuration names no <code>forbiddenApiKey</code>');
  });

  test('assigns the card of a requirement to every operation whose cases tested the requirement', () => {
    expect(card('D20')).toContain('data-operations="Everywhere\ndeleteInstallation\ncreateIntegration"');
  });

  test('shows at first only the requirements that need attention, or all requirements if none needs attention', () => {
    const chosen = (text: string) =>
      [...text.matchAll(/name="outcome" value="(\w+)" checked/g)].map(([, value]) => value);
    expect(chosen(page)).toEqual(['failed', 'warned', 'untestable']);
    const requirements = sampleResult.requirements.filter(({ outcome }) => outcome === 'passed');
    const conforming = {
      ...sampleResult,
      verdict: 'conforming' as const,
      counts: countOutcomes(requirements),
      requirements,
    };
    expect(chosen(renderHtml(conforming))).toEqual(['passed']);
  });

  test.each([
    '<script>alert(1)</script>',
    '</style><img src=x onerror=alert(1)>',
    '"><svg onload=alert(1)>',
    "' onmouseover='alert(1)",
    '</code></pre></details><!--',
    '`<b>`',
  ])('escapes %s', (text) => {
    const poisoned = renderHtml(resultWith(text));
    const harmless = renderHtml(resultWith('x'));
    const tags = (markup: string) =>
      markup.match(/<\/?[a-z!][^\s>]*/gi)?.filter((tag) => !/^<\/?(?:code|li)$/.test(tag));
    expect(tags(poisoned)).toEqual(tags(harmless));
    expect(unbalanced(poisoned)).toEqual([]);
    expect(poisoned).not.toContain(text);
  });

  test('makes invisible characters visible, except in commands that a user copies', () => {
    const poisoned = renderHtml(resultWith('a\u202E\0\x07\uD800'));
    expect(poisoned).toContain('a[U+202E][U+0000][U+0007]\uFFFD');
    expect(poisoned.isWellFormed()).toBe(true);
    expect(poisoned).not.toContain('\0');
  });

  test('cuts a long body', () => {
    const long = renderHtml(resultWith('x'.repeat(1_000_000)));
    expect(long).toContain('980000 more characters');
  });
});
