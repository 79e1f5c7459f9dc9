import { useState } from 'preact/hooks';
import { answer, api } from '../kit/api.js';
import { count, dateTime } from '../kit/format.js';
import { html } from '../kit/html.js';
import { pageOf, SANDBOX } from '../kit/place.js';
import { useAction } from '../kit/use-action.js';
import { usePoll } from '../kit/use-poll.js';
import { confirmed } from '../parts/confirm.js';
import { Field } from '../parts/field.js';
import { OpenSandbox } from '../parts/open-sandbox.js';
import { RefusalNotice } from '../parts/refusal-notice.js';

/** @import { SandboxLife } from '../../types.ts' */

const EVERY_MS = 3000;
const SHOWN = 100;

/** The worlds of this mock. */
export function SandboxesSection() {
  const [filter, setFilter] = useState('');
  const [shown, setShown] = useState(SHOWN);
  const { data = [], refusal } = usePoll(load, EVERY_MS, []);
  const action = useAction();
  const found = data.filter(({ name }) => name.includes(filter));

  /** @param {string} name */
  async function remove(name) {
    const text = 'All that it holds is lost: state, journal, snapshots, faults, clock. Its next use makes it anew.';
    if (!(await confirmed({ title: `Delete sandbox ${name}?`, text, action: 'Delete' }))) return;
    await action.run(
      () => answer(api.DELETE('/__admin/sandboxes/{sandbox}', { params: { path: { sandbox: name } } })),
      `Sandbox ${name} was deleted.`,
    );
  }

  return html`
    <section class="card">
      <div class="bar">
        <h2>${count(data.length, 'sandbox', 'sandboxes')}</h2>
        <${Field} label="Find by name" type="search" value=${filter} onInput=${setFilter} />
        <${OpenSandbox} />
      </div>
      <${RefusalNotice} refusal=${action.refusal ?? refusal} />
      <table class="cards">
        <thead>
          <tr><th>Name</th><th>Made</th><th>Last used</th><th><span class="quiet">Actions</span></th></tr>
        </thead>
        <tbody>
          ${found.slice(0, shown).map((sandbox) => html`<${Row} key=${sandbox.name} sandbox=${sandbox} remove=${remove} />`)}
        </tbody>
      </table>
      ${
        found.length > shown &&
        html`<p><button type="button" onClick=${() => setShown(shown + SHOWN)}>
        Show more of ${count(found.length, 'sandbox', 'sandboxes')}
      </button></p>`
      }
    </section>
  `;
}

/** @param {{ sandbox: SandboxLife, remove: (name: string) => void }} props */
function Row({ sandbox: { name, createdAt, lastUsedAt }, remove }) {
  const isThis = name === SANDBOX;
  return html`
    <tr>
      <th scope="row" data-label="Name">
        <span>
          <a href=${pageOf(name)} aria-current=${isThis ? 'true' : undefined}>${name}</a>${isThis && ' (this one)'}
        </span>
      </th>
      <td data-label="Made">${dateTime(createdAt)}</td>
      <td data-label="Last used">${dateTime(lastUsedAt)}</td>
      <td class="end">
        <button type="button" class="small danger" aria-label="Delete sandbox ${name}" onClick=${() => remove(name)}>
          Delete
        </button>
      </td>
    </tr>
  `;
}

/** @param {AbortSignal} signal */
async function load(signal) {
  const { sandboxes } = await answer(api.GET('/__admin/sandboxes', { signal }));
  return sandboxes;
}
