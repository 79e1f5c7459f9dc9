import { code, codeBlock, prose } from '../../../report/markdown.ts';
import type { RecordedExample } from './recorded-example.ts';

/** A case where it passes and where it fails, one exchange after the other, as Markdown. */
export function exampleMarkdown(example: RecordedExample): string {
  const { passes, fails } = example;
  const blocks = passes.flatMap(({ request, answer }, index) => {
    const isLast = index === passes.length - 1;
    const number = passes.length > 1 ? ` ${index + 1} of ${passes.length}` : '';
    const failing = fails?.exchanges[index];
    const asked = [`**Request${number}**`, http(request)];
    if (!failing) return [...asked, '**An answer that passes**', http(answer)];
    const other =
      failing.request === request ? [] : ['**The request in its place, where it fails**', http(failing.request)];
    if (failing.answer === answer && other.length === 0 && !isLast)
      return [...asked, '**Answered alike**', http(answer)];
    return [
      ...asked,
      isLast ? '**An answer that passes**' : '**Answered**',
      http(answer),
      ...other,
      isLast ? `**An answer that fails**: ${verdict(fails)}` : '**Answered, where it fails**',
      http(failing.answer),
    ];
  });
  const where = fails ? `, at a correct server and at ${code(fails.server)}:` : ':';
  return [`The case “${prose(example.case)}”${where}`, ...blocks].join('\n\n');
}

function verdict({ message, expected, actual }: NonNullable<RecordedExample['fails']>): string {
  // Where they differ in white space alone, a line of Markdown cannot show it.
  const differ = code(expected) !== code(actual);
  return `${prose(message)}.${differ ? ` Expected ${code(expected)}, got ${code(actual)}.` : ''}`;
}

function http(text: string): string {
  return codeBlock(text, 'http');
}
