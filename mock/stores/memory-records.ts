import type { Key } from '../core/store.ts';
import { toPrefix } from './key-text.ts';

/** The value of a record, and the text of its key, by which the store sorts records. */
export type Entry = readonly [text: string, value: unknown];

/**
 * The records of a collection whose keys differ only in their last part. A group stores the other parts once, since a
 * separate text for each key would need much memory.
 */
class Group {
  /** The values of the records, by the last part of their keys. */
  values = new Map<string, unknown>();
  /** The groups whose keys have one more part, by this part; undefined if there are no such groups. */
  groups: Map<string, Group> | undefined;

  get isEmpty(): boolean {
    return this.values.size === 0 && this.groups === undefined;
  }

  /** Yields the records of this group and of the groups below it. The text of each key begins with `prefix`. */
  *entries(prefix: string): Generator<Entry> {
    for (const [last, value] of this.values) yield [`${prefix}${JSON.stringify(last)}]`, value];
    for (const [part, group] of this.groups ?? []) yield* group.entries(`${prefix}${JSON.stringify(part)},`);
  }

  /** Copies the groups. The groups and their copies share the value objects. */
  copy(): Group {
    const copy = new Group();
    copy.values = new Map(this.values);
    for (const [part, group] of this.groups ?? []) copy.#add(part, group.copy());
    return copy;
  }

  /** Copies the groups except the groups that `parts` identifies from the index `at`, and the groups below them. */
  without(parts: Key, at = 0): Group {
    const copy = new Group();
    if (at === parts.length) return copy;
    copy.values = new Map(this.values);
    for (const [part, group] of this.groups ?? []) {
      const rest = part === parts[at] ? group.without(parts, at + 1) : group.copy();
      if (!rest.isEmpty) copy.#add(part, rest);
    }
    return copy;
  }

  /** Returns the group that the parts of a key identify; undefined if the group does not exist. */
  at(key: Key, length: number): Group | undefined {
    let group: Group | undefined = this;
    for (let index = 0; index < length && group; index++) group = group.groups?.get(key[index] ?? '');
    return group;
  }

  /** Like `at`, but creates the group if it does not exist. */
  created(key: Key, length: number): Group {
    let group: Group = this;
    for (let index = 0; index < length; index++) {
      const part = key[index] ?? '';
      group = group.groups?.get(part) ?? group.#add(part, new Group());
    }
    return group;
  }

  /** Deletes a record, and the groups that are then empty. */
  delete(key: Key, at = 0): void {
    const part = key[at] ?? '';
    if (at >= key.length - 1) {
      this.values.delete(part);
      return;
    }
    const group = this.groups?.get(part);
    group?.delete(key, at + 1);
    if (group?.isEmpty) this.groups?.delete(part);
    if (this.groups?.size === 0) this.groups = undefined;
  }

  #add(part: string, group: Group): Group {
    this.groups ??= new Map();
    this.groups.set(part, group);
    return group;
  }
}

/** The stored values of a collection, by key. */
export class Records {
  /** The approximate size of the values, in bytes. */
  bytes = 0;
  /** The value of the empty key, which is the only key of a collection with one value per sandbox. */
  #single: unknown;
  #root = new Group();

  get isEmpty(): boolean {
    return this.#single === undefined && this.#root.isEmpty;
  }

  get(key: Key): unknown {
    const last = key.length - 1;
    return last < 0 ? this.#single : this.#root.at(key, last)?.values.get(key[last] ?? '');
  }

  set(key: Key, value: unknown): void {
    const last = key.length - 1;
    if (last < 0) this.#single = value;
    else this.#root.created(key, last).values.set(key[last] ?? '', value);
  }

  delete(key: Key): void {
    if (key.length === 0) this.#single = undefined;
    else this.#root.delete(key);
  }

  /** Yields the records whose keys begin with the given parts and have further parts, in no particular order. */
  *entries(parts: Key): Generator<Entry> {
    if (parts.length === 0 && this.#single !== undefined) yield ['[]', this.#single];
    const group = this.#root.at(parts, parts.length);
    if (group) yield* group.entries(toPrefix(parts));
  }

  /** Copies all records except the records whose keys begin with the given parts and have further parts. */
  without(parts: Key, sizeOf: (value: unknown) => number): Records {
    const copy = new Records();
    copy.#single = this.#single;
    copy.#root = this.#root.without(parts);
    for (const [, value] of copy.entries([])) copy.bytes += sizeOf(value);
    return copy;
  }

  /** Copies all records. The records and their copies share the value objects. */
  copy(): Records {
    const copy = new Records();
    copy.#single = this.#single;
    copy.#root = this.#root.copy();
    copy.bytes = this.bytes;
    return copy;
  }
}
