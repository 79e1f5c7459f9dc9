import type { Operation } from '../../../src/contract/document/operation.ts';
import { isObject } from '../../../src/contract/json.ts';
import { tokens } from '../../../src/contract/json-pointer.ts';
import { keyword } from '../../../src/contract/schema/schema-walk.ts';
import { places, replaced } from '../bodies/body-places.ts';
import type { Session } from '../session.ts';
import { bodyOf, largestExample } from './samples.ts';

interface Repeat {
  readonly path: readonly string[];
  readonly source: readonly string[];
}

const known = new WeakMap<Operation, readonly Repeat[]>();

/**
 * A copy of the body in which each property that must repeat the value of another property (`x-repeats`) has this
 * value. The contract does not decide whether a service accepts a body in which such a property differs from the
 * property that it must repeat. A property that must repeat a value, but is not a string, stays unchanged, since the
 * wrong type may be an intended violation.
 */
export function withRepeats(session: Session, operation: Operation, body: unknown): unknown {
  if (!isObject(body)) return body;
  return repeatsOf(session, operation).reduce<unknown>((whole, { path, source }) => {
    const [value, other] = [at(whole, source), at(whole, path)];
    const isText = typeof value === 'string' && value !== '' && typeof other === 'string';
    return isText ? replaced(whole, path, value) : whole;
  }, body);
}

function repeatsOf(session: Session, operation: Operation): readonly Repeat[] {
  const before = known.get(operation);
  if (before) return before;
  const schema = bodyOf(session.contract, operation)?.schema?.schema;
  const found = [...places(session.contract.root, schema, largestExample(session.contract, operation)?.value)].flatMap(
    ({ nodes, path }) => {
      const pointer = keyword(nodes, 'x-repeats');
      return typeof pointer === 'string' ? [{ path, source: tokens(pointer) }] : [];
    },
  );
  known.set(operation, found);
  return found;
}

function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), value);
}
