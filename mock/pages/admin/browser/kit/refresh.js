/** @type {Set<() => void>} */
const listeners = new Set();

/** Something was changed: whatever is shown is loaded again at once. */
export function refresh() {
  for (const listener of listeners) listener();
}

/**
 * @param {() => void} listener
 * @returns {() => void} ends it
 */
export function onRefresh(listener) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
