import type { Operation } from '../../../src/contract/document/operation.ts';
import { code } from '../../../src/report/markdown.ts';

/** Where an `x-rules` stands, in words: `createJwtKey` › responses › 409. */
export function placeInWords(path: readonly string[], operations: readonly Operation[]): string {
  const [root, first, second, ...rest] = path;
  if (root === undefined) return 'the whole document';
  if (root === 'paths' && first !== undefined && second !== undefined) {
    const operation = operations.find(({ path: at, method }) => at === first && method.toLowerCase() === second);
    return words([operation?.operationId ?? `${second.toUpperCase()} ${first}`], rest);
  }
  if (root === 'components' && second !== undefined) return words([second], rest);
  return words([root], path.slice(1));
}

/** Schema keywords that only lead to a member say nothing to a reader. */
const SILENT = new Set(['properties', 'schema', 'content', 'allOf']);

function words(names: readonly string[], rest: readonly string[]): string {
  return [...names.map(code), ...rest.filter((token) => !SILENT.has(token))].join(' › ');
}
