import type { Key } from '../core/store.ts';
import { toPrefix } from './key-text.ts';

/** The value of a record, and the text of its key, by which the store sorts records. */
export type Entry = readonly [text: string, value: unknown];

/** The name of the record group for the empty key, which is the only key of a collection with one value per sandbox. */
const NO_PARTS = '';

/**
 * The stored values of a collection, by key. The records whose keys differ only in their last part form a group, which
 * stores the other parts once: a separate text for each key would need much memory.
 */
export class Records {
  /** The approximate size of the values, in bytes. */
  bytes = 0;
  /**
   * The key of the map is the common prefix of the key texts of a group; the value contains the values of the group, by
   * the last part of their keys.
   */
  readonly #groups = new Map<string, Map<string, unknown>>();

  get isEmpty(): boolean {
    return this.#groups.size === 0;
  }

  get(key: Key): unknown {
    return this.#groups.get(groupOf(key))?.get(lastOf(key));
  }

  set(key: Key, value: unknown): void {
    this.#setIn(groupOf(key), lastOf(key), value);
  }

  delete(key: Key): void {
    const name = groupOf(key);
    const group = this.#groups.get(name);
    group?.delete(lastOf(key));
    if (group?.size === 0) this.#groups.delete(name);
  }

  /** Yields the records whose key texts begin with the prefix, in no particular order. */
  *entries(prefix: string): Generator<Entry> {
    for (const [name, group] of this.#groups) {
      if (!name.startsWith(prefix) && !prefix.startsWith(name)) continue;
      for (const [last, value] of group) {
        const text = textOf(name, last);
        if (text.startsWith(prefix)) yield [text, value];
      }
    }
  }

  /** Copies all records except the records whose key texts begin with the prefix. */
  without(prefix: string, sizeOf: (value: unknown) => number): Records {
    const copy = new Records();
    for (const [name, group] of this.#groups) {
      for (const [last, value] of group) {
        if (textOf(name, last).startsWith(prefix)) continue;
        copy.#setIn(name, last, value);
        copy.bytes += sizeOf(value);
      }
    }
    return copy;
  }

  /** Copies all records. The records and their copies share the value objects. */
  copy(): Records {
    const copy = new Records();
    for (const [name, group] of this.#groups) copy.#groups.set(name, new Map(group));
    copy.bytes = this.bytes;
    return copy;
  }

  #setIn(name: string, last: string, value: unknown): void {
    const group = this.#groups.get(name);
    if (group) group.set(last, value);
    else this.#groups.set(name, new Map([[last, value]]));
  }
}

function groupOf(key: Key): string {
  return key.length === 0 ? NO_PARTS : toPrefix(key.slice(0, -1));
}

function lastOf(key: Key): string {
  return key.at(-1) ?? '';
}

/** Builds the text of a key, as `toText` would return it. */
function textOf(group: string, last: string): string {
  return group === NO_PARTS ? '[]' : `${group}${JSON.stringify(last)}]`;
}
