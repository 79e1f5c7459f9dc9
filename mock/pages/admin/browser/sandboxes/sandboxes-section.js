import { useState } from 'preact/hooks';
import { call } from '../kit/api.js';
import { ago, bytes, count, utc } from '../kit/format.js';
import { html } from '../kit/html.js';
import { pageUrlOf, SANDBOX } from '../kit/urls.js';
import { useAction } from '../kit/use-action.js';
import { usePoll } from '../kit/use-poll.js';
import { ErrorNotice } from '../parts/error-notice.js';
import { Field } from '../parts/field.js';
import { NameForm } from '../parts/name-form.js';

/** @import { ListedSandbox } from '../../types.ts' */

const EVERY_MS = 3000;
const PAGE_SIZE = 100;
const DEFAULT = 'default';

/** Shows the sandboxes of the mock. */
export function SandboxesSection() {
  const [filter, setFilter] = useState('');
  const [opened, setOpened] = useState('');
  const [shown, setShown] = useState(PAGE_SIZE);
  const { data = [], error } = usePoll(load, EVERY_MS, []);
  const action = useAction();
  const found = data.filter(({ name }) => name.includes(filter));

  /** @param {string} name */
  async function remove(name) {
    const text =
      'The mock deletes the records, journal, snapshots, faults, clock and settings of the sandbox. The next request to the sandbox creates the sandbox again from the seed.';
    if (!confirm(`${wordFor(name)} sandbox ${name}? ${text}`)) return;
    await action.run(
      () => call('delete', `/sandboxes/${encodeURIComponent(name)}`),
      `Sandbox ${name} was ${name === DEFAULT ? 'reset' : 'deleted'}.`,
    );
  }

  return html`
    <section class="card">
      <div class="bar">
        <h2>${count(data.length, 'sandbox', 'sandboxes')}</h2>
        <${Field} label="Filter by name" type="search" value=${filter} onInput=${setFilter} />
        <${NameForm}
          label="Open or create a sandbox"
          value=${opened}
          onInput=${setOpened}
          placeholder="my-test"
          action="Open"
          onSubmit=${() => location.assign(pageUrlOf(opened))}
        />
      </div>
      <${ErrorNotice} error=${action.error ?? error} />
      <table class="cards">
        <thead>
          <tr><th>Name</th><th class="end">Requests</th><th class="end">Log size</th><th class="end">Faults</th><th>Created</th><th>Last used</th><th><span class="quiet">Actions</span></th></tr>
        </thead>
        <tbody>
          ${found.slice(0, shown).map((sandbox) => html`<${Row} key=${sandbox.name} sandbox=${sandbox} remove=${remove} />`)}
        </tbody>
      </table>
      ${
        found.length > shown &&
        html`<p><button type="button" onClick=${() => setShown(shown + PAGE_SIZE)}>
        Show more (${count(found.length, 'sandbox', 'sandboxes')})
      </button></p>`
      }
    </section>
  `;
}

/**
 * Returns the label of the button that deletes a sandbox. For the default sandbox, a deletion is a reset, since the
 * default sandbox always exists.
 * @param {string} name
 */
function wordFor(name) {
  return name === DEFAULT ? 'Reset' : 'Delete';
}

/** @param {{ sandbox: ListedSandbox, remove: (name: string) => void }} props */
function Row({ sandbox: { name, createdAt, lastUsedAt, requests, journalBytes, faults }, remove }) {
  const isThis = name === SANDBOX;
  const word = wordFor(name);
  return html`
    <tr>
      <th scope="row" data-label="Name">
        <span>
          <a href=${pageUrlOf(name)} aria-current=${isThis ? 'true' : undefined}>${name}</a>${isThis && ' (this sandbox)'}
        </span>
      </th>
      <td data-label="Requests" class="end">${requests}</td>
      <td data-label="Log size" class="end">${bytes(journalBytes)}</td>
      <td data-label="Faults" class="end">${faults}</td>
      <td data-label="Created"><time datetime=${createdAt} title=${utc(createdAt)}>${ago(createdAt)}</time></td>
      <td data-label="Last used"><time datetime=${lastUsedAt} title=${utc(lastUsedAt)}>${ago(lastUsedAt)}</time></td>
      <td class="end">
        <button type="button" class="small danger" aria-label="${word} sandbox ${name}" onClick=${() => remove(name)}>
          ${word}
        </button>
      </td>
    </tr>
  `;
}

/**
 * @param {AbortSignal} signal
 * @returns {Promise<ListedSandbox[]>}
 */
async function load(signal) {
  const { sandboxes } = await call('get', '/sandboxes', { signal });
  return sandboxes;
}
