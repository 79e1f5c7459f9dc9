import type { JsonObject } from '../json.ts';
import { undocumented } from './schema-walk.ts';
import { describeUnknownProperty, type Violation } from './violation.ts';

/** Violations for the unknown properties of a body, up to a limit, even if the schema allows additional properties. */
export function unknownPropertyViolations(
  document: JsonObject,
  schema: unknown,
  body: unknown,
  most: number,
): Violation[] {
  const violations: Violation[] = [];
  for (const path of undocumented(document, schema, body)) {
    const owner = path.slice(0, -1).reduce<unknown>((value, name) => (value as JsonObject)[name], body);
    const described = describeUnknownProperty(document, schema, owner, path);
    violations.push({ in: 'body', keyword: 'additionalProperties', rules: [], ...described });
    if (violations.length === most) break;
  }
  return violations;
}
