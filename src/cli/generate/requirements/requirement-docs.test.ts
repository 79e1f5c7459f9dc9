import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { REQUIREMENTS_FILE } from '../../../contract/project-files.ts';
import { loadRequirements } from '../../../contract/requirements.ts';
import { EXAMPLES_FILE, loadExamples, type RecordedExample } from './recorded-example.ts';
import { requirementDocs } from './requirement-docs.ts';
import { linked } from './requirement-page.ts';

const requirements = loadRequirements(REQUIREMENTS_FILE);
const { pages } = await requirementDocs();

test('every requirement has a page that says why and how it is checked, and the index leads to it', () => {
  const index = pages.get('README.md');
  for (const { id, title } of requirements) {
    const page = pages.get(`${id}.md`) ?? '';
    expect(page).toContain(`# ${id}: `);
    expect(page).toContain('\n## Why\n');
    expect(page).toContain('\n## How it is checked\n');
    expect(index, title).toContain(`| [${id}](${id}.md) |`);
  }
});

test('a page shows a request with an answer that passes and one that fails, and the server that gives it', () => {
  const page = pages.get('D52.md') ?? '';
  expect(page).toMatch(/"algorithm": "(?!RS256")\w+"/);
  expect(page).toMatch(/\*\*An answer that passes\*\*\n\n```http\nHTTP\/1\.1 400/);
  expect(page).toMatch(/\*\*An answer that fails\*\*: .+\n\n```http\nHTTP\/1\.1 201/);
  expect(page).toContain('| `algorithm-rsa-is-taken` |');
});

/** What of a failing example can be held against its last answer: the status, or the member that the message names. */
function shownAndTold({ message, actual, exchanges }: NonNullable<RecordedExample['fails']>): [unknown, unknown][] {
  const [head = '', body = ''] = exchanges.at(-1)?.answer.split('\n\n', 2) ?? [];
  const json: Record<string, unknown> = body.startsWith('{') && !body.includes('… (') ? JSON.parse(body) : {};
  const [, name = ''] = /^`(\w+)`/.exec(message) ?? [];
  const status = /^([1-5]\d\d)(?:: |$)/.exec(actual)?.[1];
  const shown = json[name];
  const told = typeof shown === 'string' ? actual.replace(/^"(.*)"$/, '$1') : actual;
  return [
    ...(status === undefined || message.includes('status of the problem')
      ? []
      : [[head.split(' ')[1], status] as [unknown, unknown]]),
    ...(shown === undefined ? [] : [[String(shown), told] as [unknown, unknown]]),
  ];
}

test('the last answer of an example that fails shows what its message tells, and is none that passes', () => {
  let held = 0;
  for (const [id, { passes, fails }] of Object.entries(loadExamples())) {
    if (!fails) continue;
    for (const [shown, told] of shownAndTold(fails)) {
      expect(shown, `${id}: ${fails.message}`).toBe(told);
      held++;
    }
    expect(fails.exchanges.at(-1), id).not.toEqual(passes.at(-1));
  }
  expect(held).toBeGreaterThan(30);
});

test('concurrent updates are shown in one order where they pass and where they fail', () => {
  const { passes = [], fails } = loadExamples().D47 ?? {};
  expect(fails?.exchanges.map(({ request }) => request)).toEqual(passes.map(({ request }) => request));
});

test('links between pages, and to the files beside the register, lead somewhere', () => {
  const names = new Set(pages.keys());
  for (const [name, page] of pages) {
    const targets = [...page.matchAll(/\]\(([^)]+)\)/g)].map(([, target]) => target ?? '');
    const astray = targets.filter(
      (target) =>
        !names.has(target) &&
        target !== '../proof/faulty-servers.md' &&
        !/^\.\.\/\.\.\/spec\/[\w.]+(#[\w-]+)?$/.test(target),
    );
    expect(astray, name).toEqual([]);
  }
  expect(linked('[D05](#d05), [open](#what-stays-open), [x](openapi.yaml), [D07](D07.md)')).toBe(
    '[D05](D05.md), [open](../../spec/decisions.md#what-stays-open), [x](../../spec/openapi.yaml), [D07](D07.md)',
  );
});

test('what was recorded holds nothing of the run that recorded it', () => {
  const recorded = readFileSync(EXAMPLES_FILE, 'utf8');
  expect(recorded).not.toMatch(/127\.0\.0\.1:(?!4010)\d|e0e0e0e0|test-key/);
  const times = recorded.match(/\d{4}-\d\d-\d\dT/g) ?? [];
  expect(times.filter((time) => !/^(2026-01-|2001-01-01|1999)/.test(time))).toEqual([]);
});
