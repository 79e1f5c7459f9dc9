import { expect, test } from 'vitest';
import { DEFECT_GROUPS, DEFECTS } from '../../../conformance/faulty/index.ts';
import { loadChapters } from '../../../src/contract/requirement.ts';
import { REQUIREMENTS_FILE } from '../../../src/project.ts';
import { IncompleteSourceError } from '../incomplete-source.ts';
import { faultyServersPage } from './faulty-servers-page.ts';

const chapters = loadChapters(REQUIREMENTS_FILE);
const requirements = chapters.flatMap((chapter) => chapter.requirements);
const page = faultyServersPage({ groups: DEFECT_GROUPS, chapters });
const section = (title: string) => page.split(/^## /m).find((text) => text.startsWith(`${title}\n`)) ?? '';

test('lists every faulty server once, and lists the server again under each rule that the server violates', () => {
  const [byRule, byServer] = [section('By requirement'), section('By server')];
  for (const { name, breaks } of DEFECTS) {
    expect(byServer).toContain(`<a id="${name}"></a>\`${name}\` |`);
    for (const rule of breaks)
      expect(byRule).toMatch(new RegExp(`^\\| \\[${rule}\\].*\\[${name}\\]\\(#${name}\\)`, 'm'));
  }
});

test('lists every requirement with its faulty servers, or with the reason why it has no faulty server', () => {
  const without = section('Requirements without a faulty server');
  for (const { id } of requirements) {
    const broken = DEFECTS.some(({ breaks }) => breaks.includes(id));
    expect(section('By requirement').includes(`| [${id}](`), id).toBe(broken);
    if (!broken) expect(without).toMatch(new RegExp(`^\\| \\[${id}\\].* \\| (MUST|SHOULD|MAY) \\| \\S.* \\|$`, 'm'));
  }
});

test('rejects a judged requirement without a faulty server', () => {
  expect(() => faultyServersPage({ groups: [], chapters })).toThrow(
    new IncompleteSourceError('No faulty server violates D01. Add one to conformance/faulty/.'),
  );
});
