import { hintForSurplus } from '../explain/hint.ts';
import { brief, isObject, type JsonObject } from '../json.ts';
import { append, inWords } from '../json-pointer.ts';
import { schemaAt, undocumented } from './schema-walk.ts';
import type { Violation } from './violation.ts';

/** The members of a body that the document does not name, also where it does not refuse them: the first of them. */
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

/** What is to say of a member, at the path, of an object for which the document does not name it. */
export function describeSurplus(
  document: JsonObject,
  schema: unknown,
  owner: unknown,
  path: readonly string[],
): Pick<Violation, 'pointer' | 'expected' | 'actual' | 'detail' | 'hint'> {
  const object = isObject(owner) ? owner : {};
  const name = path.at(-1) ?? '';
  const nodes = schemaAt(document, schema, path.slice(0, -1));
  const hint = nodes && hintForSurplus(document, nodes, object, name);
  return {
    pointer: append('', ...path),
    expected: 'no such member',
    actual: brief(object[name]),
    detail: `${inWords(path)} is no member that is known here.`,
    ...(hint !== undefined && { hint }),
  };
}
