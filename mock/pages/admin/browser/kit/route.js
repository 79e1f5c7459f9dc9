import { createStore, useStore } from './store.js';

const store = createStore(read());
addEventListener('hashchange', () => store.set(read()));

/** Parses the fragment of the URL. For example, `#/state/orderLines/a%2Fb` becomes `['state', 'orderLines', 'a/b']`. */
function read() {
  return location.hash
    .replace(/^#\/?/, '')
    .split('/')
    .filter((part) => part !== '')
    .map(decode);
}

/** @param {string} part */
function decode(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Returns the current route, which is the list of the parts of the URL fragment. */
export function useRoute() {
  return useStore(store);
}

/** @param {readonly string[]} parts */
export function hashOf(...parts) {
  return `#/${parts.map(encodeURIComponent).join('/')}`;
}
