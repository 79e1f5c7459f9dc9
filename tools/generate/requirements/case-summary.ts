import type { Case } from '../../../conformance/engine/case.ts';
import { code, prose } from '../../../src/report/markdown.ts';
import { count } from '../../../src/run-result/words.ts';

/** What the derived cases of one kind have in common, by their tag. */
const KINDS: Readonly<Record<string, string>> = {
  accepts: 'What is valid is taken: the examples, the least, the edges, what is left open',
  'refuses-body': 'Each constraint of the body is broken alone',
  'refuses-messages': 'Bodies that are no JSON object, other media types, other spellings of the same one',
  authentication: 'Requests without an API key that is known',
  'not-found': 'Nonexistent resources, and resources of another parent',
  survives: 'What a service has to survive',
  methods: 'Methods that a path does not define',
};

/** The cases of a rule as Markdown: those written by hand by their titles, those derived from the document by kind. */
export function caseSummary(cases: readonly Case[]): string {
  const byKind = Map.groupBy(cases, ({ tags }) => (KINDS[tags?.[0] ?? ''] === undefined ? '' : (tags?.[0] ?? '')));
  const written = byKind.get('') ?? [];
  const derived = Object.keys(KINDS).flatMap((kind) => {
    const ofKind = byKind.get(kind);
    return ofKind ? [derivedLine(KINDS[kind] ?? kind, ofKind)] : [];
  });
  return [
    ...(written.length > 0 ? [written.map(({ title }) => `- ${prose(title)}`).join('\n')] : []),
    ...(derived.length > 0 ? [`Derived from [the document](../../spec/openapi.yaml):\n\n${derived.join('\n')}`] : []),
  ].join('\n\n');
}

function derivedLine(what: string, cases: readonly Case[]): string {
  const byOperation = Map.groupBy(cases, ({ operation }) => operation?.operationId ?? '');
  const counts = [...byOperation].map(([operationId, of]) => `${code(operationId)} ${of.length}`);
  return `- ${what}: ${count(cases.length, 'case')} (${counts.join(', ')}), such as “${prose(cases[0]?.title ?? '')}”`;
}
