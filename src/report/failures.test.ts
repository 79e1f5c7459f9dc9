import { expect, test } from 'vitest';
import { caseOf, requirement } from '../../test/helpers/result-parts.ts';
import { sampleResult } from '../../test/helpers/sample-result.ts';
import type { RequirementResult } from '../run-result/requirement-result.ts';
import type { RunResult } from '../run-result/run-result.ts';
import { nextStep } from './failures.ts';
import { renderAnnotations } from './formats/annotations.ts';
import { renderSummary, renderText } from './summary.ts';
import { renderHtml } from './writers/html-page.ts';

/** A rule that so many cases of it broke. */
function broken(id: string, cases: number, more: Partial<RequirementResult> = {}): RequirementResult {
  const rule = { id, title: `rule ${id}`, level: 'MUST', basis: 'decided', text: `the text of ${id}` } as const;
  const all = Array.from({ length: cases }, (_, number) => ({
    ...caseOf(`case ${number} of ${id}`, 'failed', { message: `${id} (decided): case ${number} is wrong.` }),
    deviation: `case:${id}:value:${String(number).padStart(8, '0')}`,
  }));
  return { ...requirement(rule, ...all), ...more };
}

function untestable(id: string, reason: string): RequirementResult {
  const rule = { id, title: `rule ${id}`, level: 'MUST', basis: 'decided', text: `the text of ${id}` } as const;
  return requirement(rule, caseOf(`a case of ${id}`, 'untestable', { message: `${id} (decided §1): ${reason}.` }));
}

function resultOf(...requirements: RequirementResult[]): RunResult {
  return { ...sampleResult, requirements };
}

const plainText = (result: RunResult) => renderText(result, { color: false });

test.each<[string, (result: RunResult) => string, RegExp]>([
  ['a terminal', plainText, /^✗ (D\d+)/gm],
  ['a summary in Markdown', renderSummary, /^### (D\d+)/gm],
  ['the page', renderHtml, /<details class="card failed" id="(D\d+)"/g],
  ['annotations, of which GitHub keeps ten', (result) => renderAnnotations(result, undefined), /title=(D\d+) /g],
])('what most cases are about comes first in %s', (_, render, heading) => {
  const told = render(resultOf(broken('D05', 2), broken('D20', 40), broken('D30', 2), broken('D34', 7)));
  expect([...told.matchAll(heading)].map(([, id]) => id)).toEqual(['D20', 'D34', 'D05', 'D30']);
});

test('a case that finds several things of a rule counts once', () => {
  const [one] = broken('D22', 1).cases;
  const thrice = broken('D22', 1, { cases: one ? [one, one, one] : [] });
  expect(plainText(resultOf(thrice, broken('D34', 2)))).toContain('Next: mend D34 first, which 2 of the 3 failing');
});

test('a terminal has each failure, and all about the first eight', () => {
  const ids = Array.from({ length: 20 }, (_, number) => `D${number + 10}`);
  const told = plainText(resultOf(...ids.map((id) => broken(id, 1))));
  expect(told.match(/^✗ /gm)).toHaveLength(20);
  expect(told.match(/^ {4}case /gm)).toHaveLength(8);
});

test('a failure names the case that shows it, and as many deviations as can be read', () => {
  const told = plainText(resultOf(broken('D34', 300)));
  expect(told).toContain('    case     case 0 of D34\n');
  expect(told).toContain('    the deviations are too long for here: see report.html\n');
  expect(plainText(resultOf(broken('D34', 1)))).toContain('    deviation: case:D34:value:00000000\n');
});

test('a command that is too long for a terminal is not left out without a word', () => {
  const [one] = broken('D34', 1).cases;
  const told = (curl: string) => plainText(resultOf(broken('D34', 1, { cases: one ? [{ ...one, curl }] : [] })));
  expect(told(`curl ${'x'.repeat(1500)}`)).toContain('    curl xxx');
  expect(told(`curl ${'x'.repeat(3000)}`)).toContain('the command is too long for here: see report.html');
});

test('the last line of a failed run says what to do next', () => {
  const [few, many] = [
    broken('D42', 2, { page: 'docs/reference/requirements/update-a-jwt-key.md#d42' }),
    broken('D34', 6),
  ];
  expect(plainText(resultOf(few)).trimEnd()).toMatch(
    /\n\nNext: mend D42 \(npx integration-contract explain D42\); --only D42 then judges it alone\.$/,
  );
  expect(plainText(resultOf(few, many)).trimEnd()).toMatch(
    /\n\nNext: mend D34 first, which 6 of the 8 failing cases show; --only D34 then judges it alone\.$/,
  );
});

const NARROWED = { skip: [], requirements: 1, ofRequirements: 65, cases: 9, ofCases: 1600 };

test.each<[string, Partial<RunResult>, string]>([
  ['the run judged it alone', { selection: { ...NARROWED, only: ['D42'] } }, 'then run the same again'],
  [
    'the run judged another, too',
    { selection: { ...NARROWED, only: ['D42', 'D44'] } },
    '--only D42 then judges it alone',
  ],
  [
    'the run explored',
    { exploration: { runs: 50, seed: 7, command: '' } },
    '--only D42 --explore 50 --seed 7 then judges it alone',
  ],
  [
    'the run repeated what was explored',
    { exploration: { runs: 1, seed: 7, path: '0:1', command: '' } },
    'then run the same again',
  ],
  [
    'nothing could be judged before it is mended',
    { stop: { reason: 'unknown', message: 'nothing is found under /v1 (D01)' } },
    'then run again: the rest was not judged',
  ],
])('where %s, the next step says how to see that it is mended', (_, run, then) => {
  expect(plainText({ ...resultOf(broken('D42', 2)), ...run }).trimEnd()).toMatch(`Next: mend D42; ${then}.`);
});

test('nothing is to be done next where nothing failed, where all is as in the baseline, and where the target went', () => {
  expect(nextStep([], {})).toBeUndefined();
  expect(plainText(resultOf(broken('D42', 2, { sinceBaseline: 'known' })))).not.toContain('Next:');
  const stop = { reason: 'gone', message: 'it is gone' } as const;
  expect(plainText({ ...resultOf(broken('D42', 2)), stop })).not.toContain('Next:');
});

test('what many rules lack is told once, and what the run did not come to, too', () => {
  const missing = 'the fixture `otherProject` is missing';
  const stop = { reason: 'gone', message: 'the target stopped answering' } as const;
  const rules = [untestable('D07', missing), untestable('D09', stop.message), untestable('D12', missing)];
  expect(plainText({ ...resultOf(...rules), stop })).toContain(
    `Untestable (3)\n  D07, D12: ${missing}.\n  D09: the run ended before that.\n`,
  );
});

test.each([
  ['a terminal', plainText],
  ['a summary in Markdown', renderSummary],
  ['the page', renderHtml],
])('what was under way when the target went can be sent again from %s', (_, render) => {
  const request = { method: 'PATCH', url: 'http://127.0.0.1:1/v1/keys/%FF', headers: {}, body: '' };
  const told = (...unanswered: (typeof request)[]) =>
    render({ ...resultOf(), stop: { reason: 'gone', message: 'it is gone', unanswered } });
  expect(told(request)).toMatch(/This request was under way.*\n[\s\S]*curl -sS -i -X PATCH .*keys\/%FF/);
  expect(told(request, request)).toContain('one of them (--concurrency 1 tells which)');
  expect(told()).not.toContain('under way');
});

test('the page lists ten cases of a rule, and has the others behind them', () => {
  const page = renderHtml(resultOf(broken('D34', 14)));
  expect(page.match(/<summary><span class="case-title">4 more cases<\/span>/g)).toHaveLength(1);
  expect(page.match(/<span class="case-title">case \d+ of D34/g)).toHaveLength(14);
  expect(page).toContain('case 0 is wrong. (14 cases)');
  expect(renderHtml(resultOf(broken('D34', 11)))).not.toContain('more cases');
});

test('the page opens failures that are few, and the first one of many', () => {
  const opened = (count: number) => {
    const rules = Array.from({ length: count }, (_, number) => broken(`D${number + 10}`, 1));
    return renderHtml(resultOf(...rules)).match(/<details class="card failed" id="D\d+" open/g)?.length;
  };
  expect([1, 3, 4, 20].map(opened)).toEqual([1, 3, 1, 1]);
});
