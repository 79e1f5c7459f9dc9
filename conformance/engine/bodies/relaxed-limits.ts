import { keyword } from '../../../src/contract/schema/schema-walk.ts';
import type { Place } from './body-places.ts';

/** In characters: longer than any string that a case makes where the document sets no length. */
const ROOM = 1000;

/** True if it may limit what stands beside it: whether that is restricted, or how long it is. */
export function isLimit({ nodes, value }: Place): boolean {
  if (typeof value === 'boolean') return true;
  const isBound = keyword(nodes, 'minimum') !== undefined && keyword(nodes, 'maximum') === undefined;
  return typeof value === 'number' && isBound;
}

/** What limits nothing that is made up here, in the place of a limit of an example. */
export function loosened({ value }: Place): unknown {
  return typeof value === 'boolean' ? !value : ROOM;
}
