import { createStore, useStore } from './store.js';

const store = createStore(read());
addEventListener('hashchange', () => store.set(read()));

/** Parses the fragment of the URL: `#/state/orderLines/a%2Fb` is `['state', 'orderLines', 'a/b']`. */
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

/** The current route: the parts of the fragment of the URL. */
export function useRoute() {
  return useStore(store);
}

/** @param {readonly string[]} parts */
export function hashOf(...parts) {
  return `#/${parts.map(encodeURIComponent).join('/')}`;
}
