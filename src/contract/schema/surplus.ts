import type { JsonObject } from '../json.ts';
import { undocumented } from './schema-walk.ts';
import { describeSurplus, type Violation } from './violation.ts';

/** The members of a body that the document does not name, also where it does not reject them: the first of them. */
export function surplusViolations(document: JsonObject, schema: unknown, body: unknown, most: number): Violation[] {
  const violations: Violation[] = [];
  for (const path of undocumented(document, schema, body)) {
    const owner = path.slice(0, -1).reduce<unknown>((value, name) => (value as JsonObject)[name], body);
    const described = describeSurplus(document, schema, owner, path);
    violations.push({ in: 'body', keyword: 'additionalProperties', rules: [], ...described });
    if (violations.length === most) break;
  }
  return violations;
}
