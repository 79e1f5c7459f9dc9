import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { Marked } from 'marked';
import { layout } from '../mock/pages/docs/layout.ts';

/** Renders docs/ and spec/decisions.md into dist/guide, which the mock serves under /docs/guide. */

const project = join(import.meta.dirname, '..');
const folder = join(project, 'dist/guide');
/** Path of each page in the guide, by its source file. */
const guidePaths = new Map([
  ...globSync('docs/**/*.md', { cwd: project, exclude: ['docs/architecture.md', 'docs/development/**'] }).map(
    (source): [string, string] => [
      source,
      source.slice('docs/'.length).replace('README.md', 'index.md').replace('.md', '.html'),
    ],
  ),
  ['spec/decisions.md', 'decisions.html'],
]);

rmSync(folder, { recursive: true, force: true });
cpSync(join(project, 'docs/images'), join(folder, 'images'), { recursive: true });
for (const [source, path] of guidePaths) {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, pageOf(source, path));
}

function pageOf(source: string, path: string): string {
  const markdown = read(source).replaceAll(/<!--.*?-->\n*/gs, '');
  const up = posix.relative(posix.dirname(path), '.') || '.';
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const target = linkTarget(href, source, path);
        const text = this.parser.parseInline(tokens);
        return target === undefined ? text : `<a href="${target}">${text}</a>`;
      },
    },
  });
  return layout(
    { at: `${up}/..` },
    {
      path: '/guide/',
      title: /^# (.*)/m.exec(markdown)?.[1] ?? path,
      content: `<main id="main" class="text guide">\n<p class="quiet"><a href="${up}/index.html">All pages</a></p>\n${marked.parse(markdown, { async: false })}</main>`,
    },
  );
}

/** Link for a page of the guide; undefined for a file that only the repository contains. */
function linkTarget(href: string, source: string, path: string): string | undefined {
  if (/^(?:https?:|#)/.test(href)) return href;
  const [file = '', anchor] = href.split('#');
  const target = guidePaths.get(posix.join(posix.dirname(source), file));
  return target && posix.relative(posix.dirname(path), target) + (anchor === undefined ? '' : `#${anchor}`);
}

/** Anchor that GitHub creates for a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}

function read(path: string): string {
  return readFileSync(join(project, path), 'utf8');
}
