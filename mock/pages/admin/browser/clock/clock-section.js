import { useState } from 'preact/hooks';
import { call } from '../kit/api.js';
import { DATA } from '../kit/data.js';
import { duration, utc } from '../kit/format.js';
import { html } from '../kit/html.js';
import { useAction } from '../kit/use-action.js';
import { usePoll } from '../kit/use-poll.js';
import { EditableJson } from '../parts/editable-json.js';
import { ErrorNotice } from '../parts/error-notice.js';
import { Field } from '../parts/field.js';

const CLOCK_MS = 1000;
const SETTINGS_MS = 3000;
const HOUR = 3600;

/**
 * The settings whose hints the page shows below the editor. `SETTINGS` does not contain `strict`, since the setting
 * `strict` has its own button.
 */
const SETTINGS = [
  {
    name: 'identifierSeed',
    hint: 'Seed of new identifiers. The same seed gives the same identifiers in every run. With null, identifiers are random.',
  },
  ...DATA.settings,
];

/** Shows the clock and the settings of the sandbox. */
export function ClockSection() {
  return html`<div class="columns"><${ClockCard} /><${SettingsCard} /></div>`;
}

function ClockCard() {
  const [time, setTime] = useState('');
  const { data: clock, error } = usePoll((signal) => call('get', '/clock', { signal }), CLOCK_MS, []);
  const action = useAction();
  const { now = '', fixed, offsetMs = 0 } = clock ?? {};
  const put = (/** @type {{ fixed?: string }} */ body, /** @type {string} */ done) =>
    action.run(() => call('put', '/clock', { body }), done);
  const advance = (/** @type {number} */ seconds, /** @type {string} */ text) => () =>
    action.run(() => call('post', '/clock/advance', { body: { seconds } }), `The clock was advanced by ${text}.`);

  /** @param {Event} event */
  function onSubmit(event) {
    event.preventDefault();
    void put({ fixed: time || now }, 'The clock was frozen.');
  }

  return html`
    <section class="card" aria-labelledby="clock">
      <h2 id="clock">Clock</h2>
      <${ErrorNotice} error=${action.error ?? error} />
      <p class="now"><time datetime=${now} title=${now}>${now && utc(now)}</time></p>
      <p class="dim">${fixed ? 'The time is frozen.' : `Real time${offsetMs ? ` with an offset of ${duration(offsetMs / 1000)}` : ''}.`}</p>
      <div class="buttons" role="group" aria-label="Advance the clock">
        <button type="button" onClick=${advance(HOUR, 'an hour')}>+1 hour</button>
        <button type="button" onClick=${advance(24 * HOUR, 'a day')}>+1 day</button>
        <button type="button" onClick=${advance(7 * 24 * HOUR, 'a week')}>+7 days</button>
      </div>
      <form class="inline" onSubmit=${onSubmit}>
        <${Field} label="Freeze at" value=${time} onInput=${setTime} placeholder=${now} hint="Leave empty to freeze the current time." autocomplete="off" />
        <button type="submit">Freeze</button>
      </form>
      <div class="buttons">
        <button type="button" onClick=${() => put({}, 'The clock was reset to real time.')}>
          Reset to real time
        </button>
      </div>
    </section>
  `;
}

function SettingsCard() {
  const load = (/** @type {AbortSignal} */ signal) => call('get', '/settings', { signal });
  const { data: settings, error } = usePoll(load, SETTINGS_MS, []);
  const action = useAction();
  const patch = (/** @type {object} */ body) => call('patch', '/settings', { body });
  const strict = settings?.strict === true;
  const done = `The mock ${strict ? 'ignores' : 'rejects'} unknown properties.`;

  return html`
    <section class="card" aria-labelledby="settings">
      <h2 id="settings">Settings</h2>
      <${ErrorNotice} error=${action.error ?? error} />
      <button type="button" role="switch" aria-checked=${String(strict)} onClick=${() => action.run(() => patch({ strict: !strict }), done)}>
        Strict
      </button>
      <p class="hint">In strict mode, the mock rejects unknown properties and query parameters. Without strict mode, the mock ignores unknown properties and query parameters.</p>
      ${settings && html`<${EditableJson} label="Settings as JSON" value=${settings} patch=${patch} done="The settings were changed." />`}
      ${SETTINGS.map(({ name, hint }) => html`<p key=${name} class="hint"><code>${name}</code> ${hint}</p>`)}
    </section>
  `;
}
