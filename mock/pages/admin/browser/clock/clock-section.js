import { useState } from 'preact/hooks';
import { call } from '../kit/api.js';
import { DATA } from '../kit/data.js';
import { html } from '../kit/html.js';
import { useAction } from '../kit/use-action.js';
import { usePoll } from '../kit/use-poll.js';
import { EditableJson } from '../parts/editable-json.js';
import { Field } from '../parts/field.js';
import { RefusalNotice } from '../parts/refusal-notice.js';

const CLOCK_MS = 1000;
const SETTINGS_MS = 3000;
const HOUR = 3600;

/** The settings beside the switch. */
const SETTINGS = [
  { name: 'identifierSeed', hint: 'Makes new identifiers the same in every run. Without a seed, they are random.' },
  ...DATA.settings,
];

/** What time it is in the sandbox, and how it behaves. */
export function ClockSection() {
  return html`<div class="columns"><${ClockCard} /><${SettingsCard} /></div>`;
}

function ClockCard() {
  const [time, setTime] = useState('');
  const { data: clock, refusal } = usePoll((signal) => call('get', '/clock', { signal }), CLOCK_MS, []);
  const action = useAction();
  const { now = '', fixed, offsetMs = 0 } = clock ?? {};
  const put = (/** @type {{ fixed?: string }} */ body, /** @type {string} */ done) =>
    action.run(() => call('put', '/clock', { body }), done);
  const advance = (/** @type {number} */ seconds, /** @type {string} */ text) => () =>
    action.run(() => call('post', '/clock/advance', { body: { seconds } }), `It is ${text} later.`);

  /** @param {Event} event */
  function onSubmit(event) {
    event.preventDefault();
    void put({ fixed: time || now }, 'Time stands still.');
  }

  return html`
    <section class="card" aria-labelledby="clock">
      <h2 id="clock">Clock</h2>
      <${RefusalNotice} refusal=${action.refusal ?? refusal} />
      <p class="now"><time datetime=${now}>${now}</time></p>
      <p class="dim">${fixed ? 'Time stands still.' : `The machine's time${offsetMs ? `, shifted by ${offsetMs / 1000} s` : ''}.`}</p>
      <div class="buttons" role="group" aria-label="Let time pass">
        <button type="button" onClick=${advance(HOUR, 'an hour')}>+1 hour</button>
        <button type="button" onClick=${advance(24 * HOUR, 'a day')}>+1 day</button>
        <button type="button" onClick=${advance(7 * 24 * HOUR, 'a week')}>+7 days</button>
      </div>
      <form class="inline" onSubmit=${onSubmit}>
        <${Field} label="Stop at" value=${time} onInput=${setTime} placeholder=${now} hint="Empty: now" autocomplete="off" />
        <button type="submit">Stop</button>
      </form>
      <div class="buttons">
        <button type="button" onClick=${() => put({}, "The clock shows the machine's time again.")}>
          Back to the machine's time
        </button>
      </div>
    </section>
  `;
}

function SettingsCard() {
  const load = (/** @type {AbortSignal} */ signal) => call('get', '/settings', { signal });
  const { data: settings, refusal } = usePoll(load, SETTINGS_MS, []);
  const action = useAction();
  const patch = (/** @type {object} */ body) => call('patch', '/settings', { body });
  const strict = settings?.strict === true;
  const done = `The mock ${strict ? 'ignores' : 'rejects'} unknown properties.`;

  return html`
    <section class="card" aria-labelledby="settings">
      <h2 id="settings">Settings</h2>
      <${RefusalNotice} refusal=${action.refusal ?? refusal} />
      <button type="button" role="switch" aria-checked=${String(strict)} onClick=${() => action.run(() => patch({ strict: !strict }), done)}>
        Strict
      </button>
      <p class="hint">Reject unknown properties and query parameters. By default, the mock ignores them.</p>
      ${settings && html`<${EditableJson} label="The settings as JSON" value=${settings} patch=${patch} done="The settings were changed." />`}
      ${SETTINGS.map(({ name, hint }) => html`<p key=${name} class="hint"><code>${name}</code> ${hint}</p>`)}
    </section>
  `;
}
