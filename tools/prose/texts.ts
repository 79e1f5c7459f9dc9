import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { parseDocument, visit } from 'yaml';

/** Text for a reader. */
export interface Text {
  readonly kind: 'docs' | 'message' | 'title' | 'docstring' | 'comment';
  readonly file: string;
  readonly line: number;
  /** The text with `X` in place of code; the checks read this text. */
  readonly text: string;
  /** The text with its code. */
  readonly original: string;
}

/** Files that are not read: generated files, the changelog, the licence, and this check with its list of words. */
const NOT_READ =
  /generated|CHANGELOG|^LICENSE|^tools\/prose|^docs\/(?:proof|development\/adding|reference\/requirements)/;

/** Reads the prose of the repository: README and docs, string literals with several words, test titles, comments. */
export function readTexts(): Text[] {
  const list = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' });
  return list
    .trimEnd()
    .split('\n')
    .flatMap((file) => {
      if (NOT_READ.test(file)) return [];
      if (/\.md$/.test(file)) return markdownTexts(file, readFileSync(file, 'utf8'));
      if (/^spec\/requirements\.yaml$/.test(file)) return yamlTexts(file, readFileSync(file, 'utf8'));
      return /\.(?:ts|js|mjs|cjs)$/.test(file) ? sourceTexts(file, readFileSync(file, 'utf8')) : [];
    });
}

/** Sentences of a text, without Markdown. */
export function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.!?])\s+(?=[A-Z`*[])|\n/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.includes(' '));
}

function markdownTexts(file: string, text: string): Text[] {
  const own = text.replaceAll(/^<!-- [\w ]+: .*? -->$[\s\S]*?^<!-- end of .*-->$/gm, (part) =>
    part.replaceAll(/[^\n]/g, ''),
  );
  const prose = own.replaceAll(/^ *(`{3,}).*\n[\s\S]*?^ *\1 *$/gm, (block) => block.replaceAll(/[^\n]/g, ''));
  return prose.split('\n').flatMap((line, index) => {
    const cells = line.startsWith('|') ? line.split('|') : [line.replace(/^[#\-*\d. ]+/, '')];
    return cells
      .flatMap((cell) => cell.split(' · '))
      .map((cell): Text => ({ kind: 'docs', file, line: index + 1, ...written(cell) }))
      .filter((cell) => /[a-z] [a-z]/.test(cell.text));
  });
}

function yamlTexts(file: string, text: string): Text[] {
  const texts: Text[] = [];
  const lineOf = (offset = 0) => text.slice(0, offset).split('\n').length;
  visit(parseDocument(text), {
    Pair(_, { key, value }) {
      const [name, prose] = [String(key), value as { value?: unknown; range?: number[] }];
      if (/^(?:title|text|why|decidedPart|fix|intro|excluded)$/.test(name) && typeof prose?.value === 'string')
        texts.push({ kind: 'docs', file, line: lineOf(prose.range?.[0]), ...written(prose.value) });
    },
  });
  return texts;
}

/** The text of Markdown, with and without its code. The expressions of template literals count as code. */
function written(markdown: string): Pick<Text, 'text' | 'original'> {
  const original = markdown
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('**', '')
    .trim();
  const text = original
    .replaceAll(/\$\{[^}]*\}|`[^`]*`/g, 'X')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('*', '');
  return { text: text.trim(), original };
}

function sourceTexts(file: string, text: string): Text[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const comments = new Map<number, Text>();
  const texts: Text[] = [];
  const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1;
  const add = (node: ts.Node) => {
    for (const { pos, end } of commentsBefore(node, text)) {
      const comment = text.slice(pos, end);
      if (/biome-ignore|@ts-/.test(comment)) continue;
      const prose = comment
        .replaceAll(/^\/\*+|\*\/$|^\s*(?:\*(?!\/)|\/\/) ?/gm, '')
        .replaceAll(/\{@\w+ ([^}]*)\}/g, '`$1`')
        .replaceAll(/@param (\w+)/g, '`$1`:')
        .replaceAll(/\s+/g, ' ')
        .replaceAll(/@\w+ \{[^@]*/g, '') // a type for the editor
        .replaceAll(/@(?:returns|throws)/g, (tag) => `\n${tag[1]?.toUpperCase()}${tag.slice(2)}`);
      comments.set(pos, {
        kind: comment.startsWith('/**') ? 'docstring' : 'comment',
        file,
        line: lineOf(pos),
        ...written(prose),
      });
    }
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
      const value = ts.isTemplateExpression(node)
        ? [node.head.text, ...node.templateSpans.map((span) => `\${${nameOf(span)}}${span.literal.text}`)].join('')
        : node.text;
      const kind = isTitle(node) ? 'title' : 'message';
      // HTML has one text between two tags.
      for (const part of kind === 'title' ? [value] : value.split(/<\/?[a-zA-Z$][^>]*>/))
        if (/[a-z]{2,} [a-z]{2,}/.test(part))
          texts.push({ kind, file, line: lineOf(node.getStart()), ...written(part) });
      if (ts.isStringLiteralLike(node)) return;
    }
    ts.forEachChild(node, add);
  };
  add(source);
  return [...comments.values(), ...texts];
}

/** The comments before a node. Line comments on successive lines are one comment. */
function commentsBefore(node: ts.Node, text: string): { pos: number; end: number }[] {
  const comments: { pos: number; end: number }[] = [];
  for (const { pos, end } of ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []) {
    const previous = comments.at(-1);
    const continues = previous && /^\/\/[^\n]*\n[ ]*$/.test(text.slice(text.lastIndexOf('//', previous.end), pos));
    if (continues && text.startsWith('//', pos)) previous.end = end;
    else comments.push({ pos, end });
  }
  return comments;
}

/** The expression in a template literal if it is a name or a call without arguments; `…` for any other expression. */
function nameOf({ expression }: ts.TemplateSpan): string {
  const name = expression.getText();
  return /^[\w.?()]+$/.test(name) ? name : '…';
}

/** First argument of `test(…)` or of `test.each(…)(…)`. */
function isTitle(node: ts.Node): boolean {
  const call = node.parent;
  return (
    ts.isCallExpression(call) &&
    call.arguments[0] === node &&
    /^(?:test|it|browserTest)\b/.test(call.expression.getText())
  );
}
