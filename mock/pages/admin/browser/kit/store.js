import { useEffect, useState } from 'preact/hooks';

/**
 * Creates a store for a value that several parts of the page share.
 *
 * @template T
 * @param {T} value initial value
 */
export function createStore(value) {
  /** @type {Set<(value: T) => void>} */
  const listeners = new Set();
  return {
    get: () => value,
    /** @param {T} next */
    set(next) {
      value = next;
      for (const listener of listeners) listener(next);
    },
    /** @param {(value: T) => void} listener */
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/**
 * Returns the current value of a store. The component that calls this hook renders again when the value changes.
 *
 * @template T
 * @param {{ get(): T, subscribe(listener: (value: T) => void): () => void }} store
 */
export function useStore(store) {
  const [value, setValue] = useState(store.get);
  useEffect(() => {
    setValue(store.get);
    return store.subscribe((next) => setValue(() => next));
  }, [store]);
  return value;
}
