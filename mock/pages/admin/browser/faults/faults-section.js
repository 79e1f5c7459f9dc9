import { useState } from 'preact/hooks';
import { call } from '../kit/api.js';
import { count } from '../kit/format.js';
import { html } from '../kit/html.js';
import { useAction } from '../kit/use-action.js';
import { usePoll } from '../kit/use-poll.js';
import { ErrorNotice } from '../parts/error-notice.js';
import { FaultForm } from './fault-form.js';
import { FaultTable } from './fault-table.js';

/** @import { CountedFault, Fault } from '../../types.ts' */

const EVERY_MS = 1000;

/** Shows the faults of the sandbox. */
export function FaultsSection() {
  const [adding, setAdding] = useState(false);
  const [off, setOff] = useState(/** @type {readonly CountedFault[]} */ ([]));
  const { data: faults = [], error } = usePoll(load, EVERY_MS, []);
  const action = useAction();

  const isOn = (/** @type {string} */ fault) => faults.some((/** @type {CountedFault} */ { id }) => id === fault);
  const turnedOff = off.filter(({ id }) => !isOn(id));

  /**
   * Turns a fault off or on. A fault that the user has turned off exists only on the page: the page deletes the fault
   * in the mock.
   * @param {CountedFault} fault
   */
  async function toggle(fault) {
    const { seen, struck, ...settable } = fault;
    const path = `/faults/${encodeURIComponent(fault.id)}`;
    if (!isOn(fault.id)) {
      await action.run(() => call('post', '/faults', { body: settable }), `Fault ${fault.id} is on.`);
    } else if (await action.run(() => call('delete', path), `Fault ${fault.id} is off.`)) {
      setOff([...off.filter(({ id }) => id !== fault.id), fault]);
    }
  }

  const remove = (/** @type {string} */ fault) => {
    setOff(off.filter(({ id }) => id !== fault));
    const work = () => call('delete', `/faults/${encodeURIComponent(fault)}`);
    if (isOn(fault)) void action.run(work, `Fault ${fault} was deleted.`);
  };
  const add = (/** @type {Fault} */ body) => call('post', '/faults', { body });
  const removeAll = () => action.run(() => call('delete', '/faults'), 'All faults were deleted.');

  return html`
    <section class="card">
      <div class="bar">
        <h2>${count(faults.length, 'fault')}</h2>
        <div class="buttons">
          ${!adding && html`<button type="button" class="primary" onClick=${() => setAdding(true)}>Add a fault</button>`}
          ${faults.length > 0 && html`<button type="button" class="danger" onClick=${removeAll}>Delete all</button>`}
        </div>
      </div>
      <${ErrorNotice} error=${action.error ?? error} />
      ${adding && html`<${FaultForm} save=${add} done="The fault was added." onClose=${() => setAdding(false)} />`}
      ${
        faults.length + turnedOff.length > 0
          ? html`<${FaultTable} faults=${faults} off=${turnedOff} remove=${remove} toggle=${toggle} />`
          : html`<p class="dim">No faults. A fault delays, loses or damages responses, or replaces responses with errors.</p>`
      }
    </section>
  `;
}

/** @param {AbortSignal} signal */
async function load(signal) {
  const { faults } = await call('get', '/faults', { signal });
  return faults;
}
