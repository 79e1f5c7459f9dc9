import { useState } from 'preact/hooks';
import { call } from '../kit/api.js';
import { utc } from '../kit/format.js';
import { html } from '../kit/html.js';
import { useAction } from '../kit/use-action.js';
import { usePoll } from '../kit/use-poll.js';
import { ErrorNotice } from '../parts/error-notice.js';
import { NameForm } from '../parts/name-form.js';

const EVERY_MS = 3000;

/** Shows the snapshots of the sandbox. */
export function Snapshots() {
  const [name, setName] = useState('');
  const { data: snapshots = [], error } = usePoll(load, EVERY_MS, []);
  const action = useAction();

  async function take() {
    const work = () => call('put', `/snapshots/${name}`);
    if (await action.run(work, `Snapshot ${name} was created.`)) setName('');
  }

  /** @param {string} snapshot */
  async function restore(snapshot) {
    const text = 'The snapshot replaces the current records. The settings and the clock of the sandbox stay unchanged.';
    if (!confirm(`Restore snapshot ${snapshot}? ${text}`)) return;
    const work = () => call('post', `/snapshots/${snapshot}/restore`);
    await action.run(work, `Snapshot ${snapshot} was restored.`);
  }

  /** @param {string} snapshot */
  function remove(snapshot) {
    const work = () => call('delete', `/snapshots/${snapshot}`);
    void action.run(work, `Snapshot ${snapshot} was deleted.`);
  }

  return html`
    <section class="card" aria-labelledby="snapshots">
      <h2 id="snapshots">Snapshots</h2>
      <${ErrorNotice} error=${action.error ?? error} />
      <${NameForm}
        label="Snapshot name"
        value=${name}
        onInput=${setName}
        placeholder="before-payment"
        action="Create snapshot"
        onSubmit=${take}
      />
      <ul class="rows">
        ${snapshots.map(
          ({ name: one, takenAt }) => html`
            <li key=${one}>
              <span><strong>${one}</strong> <span class="dim">${utc(takenAt)}</span></span>
              <span class="buttons">
                <button type="button" class="small" aria-label="Restore ${one}" onClick=${() => restore(one)}>Restore</button>
                <button type="button" class="small danger" aria-label="Delete ${one}" onClick=${() => remove(one)}>
                  Delete
                </button>
              </span>
            </li>
          `,
        )}
      </ul>
    </section>
  `;
}

/**
 * @param {AbortSignal} signal
 * @returns {Promise<{ name: string, takenAt: string }[]>}
 */
async function load(signal) {
  const { snapshots } = await call('get', '/snapshots', { signal });
  return snapshots;
}
