import type { Case } from '../../../conformance/engine/case.ts';
import { code, prose } from '../../../src/report/markdown.ts';
import { count } from '../../../src/run-result/words.ts';

/** Descriptions of the kinds of cases that the suite derives from the OpenAPI document, by tag. */
const KINDS: Readonly<Record<string, string>> = {
  accepts: 'Accepts valid bodies: examples, minimal bodies, boundary values, strings other than the examples',
  'refuses-body': 'Rejects a body that violates one constraint',
  'refuses-messages': 'Rejects bodies that are not a JSON object, and media types other than JSON',
  authentication: 'Rejects requests without a known API key',
  'not-found': 'Responds with 404 if a record does not exist, or belongs to another parent',
  survives: 'Survives unusual requests',
  methods: 'Rejects methods that a path does not define',
};

/**
 * Markdown of the cases of a requirement: the titles of hand-written cases, and one line for each kind of derived case.
 */
export function caseSummary(cases: readonly Case[]): string {
  const byKind = Map.groupBy(cases, ({ tags }) => (KINDS[tags?.[0] ?? ''] === undefined ? '' : (tags?.[0] ?? '')));
  const written = byKind.get('') ?? [];
  const derived = Object.keys(KINDS).flatMap((kind) => {
    const ofKind = byKind.get(kind);
    return ofKind ? [derivedLine(KINDS[kind] ?? kind, ofKind)] : [];
  });
  return [
    ...(written.length > 0 ? [written.map(({ title }) => `- ${prose(title)}`).join('\n')] : []),
    ...(derived.length > 0
      ? [`Derived from [the document](../../../spec/openapi.yaml):\n\n${derived.join('\n')}`]
      : []),
  ].join('\n\n');
}

function derivedLine(what: string, cases: readonly Case[]): string {
  const byOperation = Map.groupBy(cases, ({ operation }) => operation?.operationId ?? '');
  const counts = [...byOperation].map(([operationId, of]) => `${code(operationId)} ${of.length}`);
  return `- ${what}: ${count(cases.length, 'case')} (${counts.join(', ')}), such as “${prose(cases[0]?.title ?? '')}”`;
}
