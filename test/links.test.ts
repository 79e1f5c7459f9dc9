import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, matchesGlob, relative } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const PAGES = globSync(['*.md', 'docs/**/*.md', 'spec/*.md', '{reports,examples,conformance}/README.md'], {
  cwd: ROOT,
});
/** Files that npm includes in every package. */
const ALWAYS_PACKED = ['README.md', 'LICENSE', 'package.json'];
const anchors = new Map<string, ReadonlySet<string>>();

test.each(PAGES)('resolves every relative link and anchor of %s to a file and a heading', (page) => {
  expect(relativeLinks(page).filter((link) => !resolves(page, link))).toEqual([]);
});

test.each(PAGES.filter(isPacked))('includes the destination of every relative link of %s in the package', (page) => {
  const targets = relativeLinks(page).map((link) =>
    relative('', join(dirname(page), link.split('#')[0] || basename(page))),
  );
  expect(targets.filter((target) => !isPacked(target) && target !== page)).toEqual([]);
});

function isPacked(path: string): boolean {
  const { files } = JSON.parse(read('package.json')) as { files: string[] };
  const included = [...ALWAYS_PACKED, ...files.filter((glob) => !glob.startsWith('!'))];
  const excluded = files.flatMap((glob) => (glob.startsWith('!') ? [glob.slice(1)] : []));
  return included.some((glob) => covers(glob, path)) && !excluded.some((glob) => covers(glob, path));
}

function covers(glob: string, path: string): boolean {
  return matchesGlob(path, glob) || path.startsWith(`${glob}/`);
}

/** Relative paths to which the links of a page lead, except links within code. */
function relativeLinks(page: string): string[] {
  const links = withoutCode(read(page)).matchAll(/\]\(<?([^)\s>]+)/g);
  return Array.from(links, ([, target = '']) => target).filter((target) => !/^[a-z]+:/.test(target));
}

function resolves(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const file = path === '' ? page : relative(ROOT, join(ROOT, dirname(page), decodeURI(path)));
  if (!existsSync(join(ROOT, file))) return false;
  if (anchor === undefined || !file.endsWith('.md')) return true;
  if (!anchors.has(file)) anchors.set(file, anchorsOf(file));
  return anchors.get(file)?.has(anchor) === true;
}

/** Anchors of a page: the anchors that GitHub creates for headings, and the anchors in HTML. */
function anchorsOf(page: string): ReadonlySet<string> {
  const text = withoutFences(read(page));
  const headings = Array.from(text.matchAll(/^#{1,6} (.+)$/gm), ([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
  return new Set([...headings, ...Array.from(text.matchAll(/ id="([^"]+)"/g), ([, id = '']) => id)]);
}

function withoutCode(text: string): string {
  return withoutFences(text).replaceAll(/`[^`\n]*`/g, '');
}

function withoutFences(text: string): string {
  return text.replaceAll(/^ *(`{3,}).*\n[\s\S]*?^ *\1 *$/gm, '');
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}
