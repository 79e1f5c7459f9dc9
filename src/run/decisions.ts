import { readFileSync } from 'node:fs';

/** `[D05](#d05)` → `D05`, `**Why:**` → `Why:`; what stands between backticks stays code. */
function withoutMarkup(markdown: string): string {
  return markdown
    .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replaceAll(/\*\*([^*]+)\*\*/g, '$1')
    .replaceAll(/\s*\n\s*/g, ' ')
    .trim();
}

/**
 * The reason behind each rule, from a register of decisions: its section is headed (`###`) by the rule's
 * id and holds a line on basis and level, the rule, and then the reason, if it has one.
 *
 * @returns by rule, plain text with code between backticks
 */
export function reasonsIn(register: string): ReadonlyMap<string, string> {
  const sections = register.split(/^(?=#{1,6} )/m).filter((section) => section.startsWith('### '));
  const reasons = sections.flatMap((section): [string, string][] => {
    const [id = '', , , ...paragraphs] = section
      .slice(4)
      .trim()
      .split(/\n\s*\n/);
    const reason = withoutMarkup(paragraphs.join('\n\n')).replace(/^Why: */, '');
    return /^\w+$/.test(id) && reason !== '' ? [[id, reason.charAt(0).toUpperCase() + reason.slice(1)]] : [];
  });
  return new Map(reasons);
}

/** @throws Error when the file cannot be read */
export function loadReasons(path: string): ReadonlyMap<string, string> {
  return reasonsIn(readFileSync(path, 'utf8'));
}
