import { useEffect, useRef } from 'preact/hooks';
import { html } from '../kit/html.js';
import { createStore, useStore } from '../kit/store.js';

/**
 * @typedef {object} Question
 * @property {string} title
 * @property {string} text what will be lost
 * @property {string} action on the button that does it
 */

/** @type {ReturnType<typeof createStore<(Question & { decide: (yes: boolean) => void }) | undefined>>} */
const store = createStore(undefined);

/**
 * Asks before something is lost.
 *
 * @param {Question} question
 * @returns {Promise<boolean>} whether it is to be done
 */
export function confirmed(question) {
  return new Promise((decide) => store.set({ ...question, decide }));
}

export function ConfirmDialog() {
  const question = useStore(store);
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));

  useEffect(() => {
    if (question) dialog.current?.showModal();
  }, [question]);
  if (!question) return null;

  // Closed in whatever way: the browser has given the focus back by then.
  const onClose = () => {
    store.set(undefined);
    question.decide(dialog.current?.returnValue === 'yes');
  };
  const close = (/** @type {string} */ value) => () => dialog.current?.close(value);
  return html`
    <dialog ref=${dialog} aria-labelledby="question" aria-describedby="loss" onClose=${onClose}>
      <h2 id="question">${question.title}</h2>
      <p id="loss">${question.text}</p>
      <div class="buttons end">
        <button type="button" onClick=${close('no')}>Cancel</button>
        <button type="button" class="danger" onClick=${close('yes')}>${question.action}</button>
      </div>
    </dialog>
  `;
}
