import { createStore } from './store.js';

const SHOWN_MS = 6000;

/** What is told now. */
export const noticeStore = createStore('');

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/**
 * Tells that something was done; a screen reader says it when it is next silent.
 *
 * @param {string} text
 */
export function notify(text) {
  clearTimeout(timer);
  noticeStore.set(text);
  timer = setTimeout(() => noticeStore.set(''), SHOWN_MS);
}
