import { html } from '../kit/html.js';
import { createStore, useStore } from '../kit/store.js';

const SHOWN_MS = 6000;
const store = createStore('');

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/**
 * Shows a message about a completed action. A screen reader reads the message aloud when it has finished its current
 * text.
 *
 * @param {string} text
 */
export function notify(text) {
  clearTimeout(timer);
  store.set(text);
  timer = setTimeout(() => store.set(''), SHOWN_MS);
}

export function Notices() {
  const text = useStore(store);
  return html`<div role="status" class="notice" data-shown=${String(text !== '')}>${text}</div>`;
}
