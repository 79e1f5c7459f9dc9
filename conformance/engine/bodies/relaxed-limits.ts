import { keyword } from '../../../src/contract/schema/schema-walk.ts';
import type { BodyPlace } from './body-places.ts';

/** A value for a maximum length, in characters, that no generated string exceeds. */
const ROOM = 1000;

/** True if the property may limit another property of the same object, for example by a maximum length. */
export function isLimit({ nodes, value }: BodyPlace): boolean {
  if (typeof value === 'boolean') return true;
  const isBound = keyword(nodes, 'minimum') !== undefined && keyword(nodes, 'maximum') === undefined;
  return typeof value === 'number' && isBound;
}

/**
 * A value for a property such as a maximum length, so large that it does not restrict the other properties of the
 * object.
 */
export function relaxed({ value }: BodyPlace): unknown {
  return typeof value === 'boolean' ? !value : ROOM;
}
