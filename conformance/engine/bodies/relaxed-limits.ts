import { keyword } from '../../../src/contract/schema/schema-walk.ts';
import type { BodyPlace } from './body-places.ts';

/** A value for a property that limits the length of other strings: more characters than any generated string has. */
const ROOM = 1000;

/** True if the property may limit another property of the same object, for example by a maximum length. */
export function isLimit({ nodes, value }: BodyPlace): boolean {
  if (typeof value === 'boolean') return true;
  const isBound = keyword(nodes, 'minimum') !== undefined && keyword(nodes, 'maximum') === undefined;
  return typeof value === 'number' && isBound;
}

/**
 * A value for a property that may limit the other properties of its object: the inverted boolean, or a number so large
 * that it does not restrict them.
 */
export function relaxed({ value }: BodyPlace): unknown {
  return typeof value === 'boolean' ? !value : ROOM;
}
