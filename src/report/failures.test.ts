import { expect, test } from 'vitest';
import { caseOf, exchange, KEY, requirement } from '../../test/helpers/report/result-parts.ts';
import { sampleResult } from '../../test/helpers/report/sample-result.ts';
import type { CaseResult, RequirementResult } from '../run-result/requirement-result.ts';
import type { RunResult } from '../run-result/run-result.ts';
import { nextStep } from './failures.ts';
import { renderAnnotations } from './formats/annotations.ts';
import { renderSummary, renderText } from './summary.ts';
import { renderHtml } from './writers/html-page.ts';

/** A failed requirement with the given number of failed cases. */
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
  ['a summary in Markdown', renderSummary, /^<details><summary>(D\d+)/gm],
  ['the page', renderHtml, /<details class="card failed" id="(D\d+)"/g],
  ['annotations, of which GitHub keeps ten', (result) => renderAnnotations(result, undefined), /title=(D\d+) /g],
])('shows the failed requirements by rank in %s', (_, render, heading) => {
  const ranks = { D05: 3, D20: 2, D30: 4, D34: 1 };
  const report = render(resultOf(...Object.entries(ranks).map(([id, rank]) => broken(id, 2, { rank }))));
  expect([...report.matchAll(heading)].map(([, id]) => id)).toEqual(['D34', 'D20', 'D05', 'D30']);
});

test('counts a case with several findings about a requirement once', () => {
  const [one] = broken('D22', 1).cases;
  const thrice = broken('D22', 1, { cases: one ? [one, one, one] : [] });
  expect(plainText(resultOf(thrice))).not.toContain('cases)');
});

test('shows on a terminal the expected and the actual value of every failure, details of the first five failures, and a note about the other failures', () => {
  const ids = Array.from({ length: 20 }, (_, number) => `D${number + 10}`);
  const text = plainText(resultOf(...ids.map((id) => broken(id, 1, { expected: `201 of ${id}`, actual: '200' }))));
  expect(text.match(/^✗ /gm)).toHaveLength(20);
  expect(text.match(/^ {4}case /gm)).toHaveLength(5);
  for (const id of ids.slice(5)) expect(text).toContain(`\n    Expected 201 of ${id}, actual 200.\n`);
  expect(text).toContain(
    '\n    Details of 15 more failures: see report.html, or run with --only and the ID of a failure.\n',
  );
});

test('shows the first case of a failure, and the deviations of the failure only with the option showDeviations', () => {
  const text = plainText(resultOf(broken('D34', 300)));
  expect(text).toContain('    case       case 0 of D34\n');
  expect(text).not.toContain('deviation');
  const shown = renderText(resultOf(broken('D34', 1)), { color: false, showsDeviations: true });
  expect(shown).toContain('    deviation: case:D34:value:00000000\n');
});

test('merges failures with the same exchange, and shows the expected and the actual value of each failure', () => {
  const exchanges = [exchange(`GET ${KEY}`, undefined, 200, {})];
  const same = ['D60', 'D61'].map((id) => {
    const rule = { id, title: `rule ${id}`, level: 'MUST', basis: 'decided', text: id } as const;
    const evidence = { message: `${id}: wrong.`, expected: `"${id}"`, actual: '"x"' };
    return requirement(rule, caseOf('a case', 'failed', evidence, exchanges));
  });
  const other = broken('D70', 1);
  const text = plainText(resultOf(...same, other));
  expect([...text.matchAll(/^✗ (D\d+)/gm)].map(([, id]) => id)).toEqual(['D60', 'D70']);
  expect(text).toContain('\n    also violates D61: wrong. Expected "D61", actual "x".\n');
  expect(renderSummary(resultOf(...same))).toContain('Also violates D61: wrong. Expected `"D61"`, actual `"x"`.');
  expect(renderHtml(resultOf(...same))).toMatch(/<p>Also violates <a href="#D61">D61<\/a> rule D61\.<\/p>/);
});

test('names the HTML page in place of a command that is too long for a terminal', () => {
  const text = (length: number) => {
    const sent = [exchange(`POST ${KEY}`, 'x'.repeat(length), 200, {})];
    const rule = { id: 'D34', title: 'a rule', level: 'MUST', basis: 'decided', text: 't' } as const;
    return plainText(resultOf(requirement(rule, caseOf('one', 'failed', {}, sent))));
  };
  expect(text(10)).toMatch(/^ {4}curl -i -X POST .*xxxxxxxxxx/m);
  expect(text(300)).toMatch(/^ {4}command omitted \(\d+ characters\); see report\.html$/m);
});

test('ends the terminal text about a failed run with the next step', () => {
  const [few, many] = [
    broken('D42', 2, { rank: 2, page: 'docs/reference/requirements/update-a-jwt-key.md#d42' }),
    broken('D34', 6, { rank: 1 }),
  ];
  expect(plainText(resultOf(few)).trimEnd()).toMatch(
    /\n\nNext: fix D42\. Details: npx integration-contract explain D42\. Then run again with --only D42\.$/,
  );
  expect(plainText(resultOf(few, many)).trimEnd()).toMatch(
    /\n\nNext: fix D34 first\. Then run again with --only D34\.$/,
  );
});

const NARROWED = { skip: [], requirements: 1, ofRequirements: 65, cases: 9, ofCases: 1600 };

test.each<[string, Partial<RunResult>, string]>([
  ['a run of only this requirement', { selection: { ...NARROWED, only: ['D42'] } }, 'Then run the same command again.'],
  [
    'a run of two requirements',
    { selection: { ...NARROWED, only: ['D42', 'D44'] } },
    'Then run again with --only D42.',
  ],
  [
    'a run with exploration',
    { exploration: { runs: 50, seed: 7, command: '' } },
    'Then run again with --only D42 --explore 50 --seed 7.',
  ],
  [
    'a run that repeated a finding',
    { exploration: { runs: 1, seed: 7, path: '0:1', command: '' } },
    'Then run the same command again.',
  ],
  [
    'a run that ended early because of this failure',
    { stop: { reason: 'unknown', message: 'nothing is found under /v1 (D01)' } },
    'Then run again, since the other requirements were not judged.',
  ],
])('shows the command that verifies a fix after %s', (_, run, rerun) => {
  expect(plainText({ ...resultOf(broken('D42', 2)), ...run }).trimEnd()).toMatch(`Next: fix D42. ${rerun}`);
});

test('shows no next step if nothing failed, if the baseline contains all failures, or if the target stopped responding', () => {
  expect(nextStep([], {})).toBeUndefined();
  expect(plainText(resultOf(broken('D42', 2, { sinceBaseline: 'known' })))).not.toContain('Next:');
  const stop = { reason: 'gone', message: 'the target is down' } as const;
  expect(plainText({ ...resultOf(broken('D42', 2)), stop })).not.toContain('Next:');
});

test('shows a reason that several untestable requirements share only once', () => {
  const missing = 'the fixture `otherProject` is missing';
  const stop = { reason: 'gone', message: 'the target stopped responding' } as const;
  const rules = [untestable('D07', missing), untestable('D09', stop.message), untestable('D12', missing)];
  expect(plainText({ ...resultOf(...rules), stop })).toContain(
    `Untestable (3)\n  D07, D12: ${missing}.\n  D09: not run, since the run ended early.\n`,
  );
});

test.each([
  ['a terminal', plainText],
  ['a summary in Markdown', renderSummary],
  ['the page', renderHtml],
])('shows commands that repeat the requests in progress if the target stopped responding, in %s', (_, render) => {
  const request = { method: 'PATCH', url: 'http://127.0.0.1:1/v1/keys/%FF', headers: {}, body: '' };
  const report = (...unanswered: (typeof request)[]) =>
    render({ ...resultOf(), stop: { reason: 'gone', message: 'the target is down', unanswered } });
  expect(report(request)).toMatch(/stopped responding during this request:.*\n[\s\S]*curl -sS -i -X PATCH .*keys\/%FF/);
  expect(report(request, request)).toContain('during these requests (find the cause with --concurrency 1):');
  expect(report()).not.toContain('stopped responding during');
});

test('groups the cases after the first case of a requirement by finding on the page, with three examples per finding', () => {
  const alike = (one: CaseResult) => ({ ...one, message: 'D34: wrong.' });
  const [first, ...others] = broken('D34', 14).cases;
  const page = renderHtml(resultOf(broken('D34', 14, { cases: [...(first ? [first] : []), ...others.map(alike)] })));
  expect(page).toContain('<summary>13 more findings</summary>');
  expect(page).toContain('D34: wrong. (13 cases)</summary>');
  expect(page.match(/<div class="of-finding">/g)).toHaveLength(3);
  expect(page.match(/<li>case \d+ of D34<\/li>/g)).toHaveLength(10);
});

test('opens all failures on the page if there are at most three, and otherwise only the first failure', () => {
  const opened = (count: number) => {
    const rules = Array.from({ length: count }, (_, number) => broken(`D${number + 10}`, 1));
    return renderHtml(resultOf(...rules)).match(/<details class="card failed" id="D\d+" open/g)?.length;
  };
  expect([1, 3, 4, 20].map(opened)).toEqual([1, 3, 1, 1]);
});
