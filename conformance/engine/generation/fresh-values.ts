import { isObject, type JsonObject } from '../../../src/contract/json.ts';
import { chain, child, keyword, type SchemaChain } from '../../../src/contract/schema/schema-walk.ts';
import type { Session } from '../session.ts';

/**
 * A copy of a generated value with the names, email addresses and fixtures of the current run. All parts of the value
 * except the names, email addresses and fixtures stay unchanged, so they are equal in every run with the same seed.
 */
export function withFreshValues(session: Session, schema: JsonObject, value: unknown): unknown {
  return walk(session, chain(session.contract.root, schema), value);
}

function walk(session: Session, nodes: SchemaChain, value: unknown): unknown {
  const inner = (name: string, member: unknown) =>
    walk(session, child(session.contract.root, nodes, name) ?? [], member);
  if (Array.isArray(value)) return value.map((item, index) => inner(String(index), item));
  if (isObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, inner(name, member)]));
  }
  const fixture = keyword(nodes, 'x-fixture');
  if (typeof fixture === 'string') return session.address(fixture);
  if (typeof value !== 'string') return value;
  if (keyword(nodes, 'x-unique') === true) {
    return keyword(nodes, 'format') === 'email' ? withRunDomain(session, value) : session.uniqueName(value);
  }
  return keyword(nodes, 'x-run') === true ? withRunId(session, nodes, value) : value;
}

/**
 * Adds a unique text to a generated email address, and replaces its domain by the domain of the run. The unique text is
 * at the start, since many services ignore the text after a plus sign.
 */
function withRunDomain(session: Session, value: string): string {
  const [local = '', domain = ''] = value.split('@');
  return session.emailAddress(`${session.uniqueName('to')}.${local}`, domain.replace(/example\.com$/, ''));
}

/**
 * Appends the ID of the run to a string, and shortens the string to keep the maximum length. A string that has only the
 * minimum length stays unchanged, such as a generated empty string.
 */
function withRunId(session: Session, nodes: SchemaChain, value: string): string {
  const characters = [...value];
  if (characters.length <= Number(keyword(nodes, 'minLength') ?? 0)) return value;
  const maximum = Number(keyword(nodes, 'maxLength') ?? Number.POSITIVE_INFINITY);
  const end = session.runName('');
  return characters.slice(0, maximum - end.length).join('') + end;
}
