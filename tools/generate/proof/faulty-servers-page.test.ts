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

test('every faulty server has its row, under each rule that it breaks and with what it does', () => {
  const [byRule, byServer] = [section('By requirement'), section('By server')];
  for (const { name, breaks } of DEFECTS) {
    expect(byServer).toContain(`<a id="${name}"></a>\`${name}\` |`);
    for (const rule of breaks)
      expect(byRule).toMatch(new RegExp(`^\\| \\[${rule}\\].*\\[${name}\\]\\(#${name}\\)`, 'm'));
  }
});

test('every requirement is broken by a server, or stands among those without one, with the reason', () => {
  const without = section('Without a faulty server');
  for (const { id } of requirements) {
    const broken = DEFECTS.some(({ breaks }) => breaks.includes(id));
    expect(section('By requirement').includes(`| [${id}](`), id).toBe(broken);
    if (!broken) expect(without).toMatch(new RegExp(`^\\| \\[${id}\\].* \\| (MUST|SHOULD|MAY) \\| \\S.* \\|$`, 'm'));
  }
});

test('rejects a requirement that is judged and that no server breaks', () => {
  expect(() => faultyServersPage({ groups: [], chapters })).toThrow(
    new IncompleteSourceError('D01 is judged, and no faulty server breaks it: add one to conformance/faulty/.'),
  );
});
