import type { Case } from '../../../conformance/engine/case.ts';
import { code, prose } from '../../../src/report/markdown.ts';
import { count } from '../../../src/run-result/words.ts';

/** Kinds of derived cases, by tag. */
const KINDS: Readonly<Record<string, string>> = {
  accepts: 'Accepts valid bodies: examples, minimal bodies, boundary values, open values',
  'refuses-body': 'Rejects a body that violates one constraint',
  'refuses-messages': 'Rejects bodies that are not a JSON object, and other media types',
  authentication: 'Rejects requests without a known API key',
  'not-found': 'Responds with 404 to nonexistent records, and records of another parent',
  survives: 'Survives unusual requests',
  methods: 'Rejects methods that a path does not define',
};

/** Markdown of the cases of a requirement: hand-written cases with their titles, derived cases by kind. */
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
