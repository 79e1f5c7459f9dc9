import { isObject, type JsonObject } from '../../../src/contract/json.ts';
import { chain, child, keyword, type SchemaChain } from '../../../src/contract/schema/schema-walk.ts';
import type { Session } from '../session.ts';

/**
 * A copy of a generated value with the names, addresses and fixtures of this run in their places: the only part of
 * a request that the seed does not repeat.
 */
export function personal(session: Session, schema: JsonObject, value: unknown): unknown {
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
    return keyword(nodes, 'format') === 'email' ? address(session, value) : session.uniqueName(value);
  }
  return keyword(nodes, 'x-run') === true ? named(session, nodes, value) : value;
}

/**
 * The domain that an address is generated with stands for that of the run. What is new stands first: behind a plus, it
 * is the same mailbox to many services.
 */
function address(session: Session, value: string): string {
  const [local = '', domain = ''] = value.split('@');
  return session.emailAddress(`${session.uniqueName('to')}.${local}`, domain.replace(/example\.com$/, ''));
}

/** With the run's ID, of the same length where that is the longest; what is as short as it may be stays as it is. */
function named(session: Session, nodes: SchemaChain, value: string): string {
  const characters = [...value];
  if (characters.length <= Number(keyword(nodes, 'minLength') ?? 0)) return value;
  const most = Number(keyword(nodes, 'maxLength') ?? Number.POSITIVE_INFINITY);
  const end = session.runName('');
  return characters.slice(0, most - end.length).join('') + end;
}
