import { createStore, useStore } from './store.js';

const store = createStore(read());
addEventListener('hashchange', () => store.set(read()));

/** `#/state/orderLines/a%2Fb` is `['state', 'orderLines', 'a/b']`. */
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

/** Where on the page the reader is: the parts of the URL's fragment. */
export function useRoute() {
  return useStore(store);
}

/** @param {readonly string[]} parts */
export function hashOf(...parts) {
  return `#/${parts.map(encodeURIComponent).join('/')}`;
}
