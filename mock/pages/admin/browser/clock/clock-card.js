import { useState } from 'preact/hooks';
import { answer, api } from '../kit/api.js';
import { html } from '../kit/html.js';
import { useAction } from '../kit/use-action.js';
import { usePoll } from '../kit/use-poll.js';
import { Field } from '../parts/field.js';
import { RefusalNotice } from '../parts/refusal-notice.js';
import { Select } from '../parts/select.js';
import { duration, UNITS } from './duration.js';

/** @import { Clock } from '../../types.ts' */

const HOUR = 3600;
const EVERY_MS = 1000;

export function ClockCard() {
  const { data: clock, refusal } = usePoll(load, EVERY_MS, []);
  const action = useAction();
  const put = (/** @type {{ fixed?: string, offsetMs?: number }} */ body, /** @type {string} */ done) =>
    action.run(() => answer(api.PUT('/__admin/clock', { body })), done);
  const advance = (/** @type {number} */ seconds, /** @type {string} */ text) => () =>
    action.run(() => answer(api.POST('/__admin/clock/advance', { body: { seconds } })), `It is ${text} later.`);

  return html`
    <section class="card" aria-labelledby="clock">
      <h2 id="clock">Clock</h2>
      <${RefusalNotice} refusal=${action.refusal ?? refusal} />
      <p class="now"><time datetime=${clock?.now}>${clock?.now ?? '…'}</time></p>
      <p class="dim">${clock && stateOf(clock)}</p>
      <div class="buttons" role="group" aria-label="Let time pass">
        <button type="button" onClick=${advance(HOUR, 'an hour')}>+1 hour</button>
        <button type="button" onClick=${advance(24 * HOUR, 'a day')}>+1 day</button>
        <button type="button" onClick=${advance(7 * 24 * HOUR, 'a week')}>+7 days</button>
      </div>
      <${StopForm} now=${clock?.now ?? ''} stop=${(/** @type {string} */ fixed) => put({ fixed }, 'Time stands still.')} />
      <${ShiftForm} shift=${(/** @type {number} */ offsetMs) => put({ offsetMs }, 'The time is shifted.')} />
      <div class="buttons">
        <button type="button" onClick=${() => put({}, "The clock shows the machine's time again.")}>
          Back to the machine's time
        </button>
      </div>
    </section>
  `;
}

/** @param {{ now: string, stop: (fixed: string) => void }} props */
function StopForm({ now, stop }) {
  const [time, setTime] = useState('');

  /** @param {Event} event */
  function onSubmit(event) {
    event.preventDefault();
    stop(time || now);
  }

  return html`
    <form class="inline" onSubmit=${onSubmit}>
      <${Field} label="Stop at" value=${time} onInput=${setTime} placeholder=${now} hint="Empty: now" autocomplete="off" />
      <button type="submit">Stop</button>
    </form>
  `;
}

/** @param {{ shift: (offsetMs: number) => void }} props */
function ShiftForm({ shift }) {
  const [number, setNumber] = useState('');
  const [unit, setUnit] = useState('d');
  const ms = UNITS.find((one) => one.symbol === unit)?.ms ?? 1;

  /** @param {Event} event */
  function onSubmit(event) {
    event.preventDefault();
    shift(Math.round(Number(number) * ms));
  }

  return html`
    <form class="inline" onSubmit=${onSubmit}>
      <${Field}
        label="Shift by"
        type="number"
        step="any"
        required
        value=${number}
        onInput=${setNumber}
        hint="Negative: back"
      />
      <${Select}
        label="Unit"
        value=${unit}
        onChange=${setUnit}
        options=${UNITS.map(({ symbol, name }) => [symbol, name])}
      />
      <button type="submit">Shift</button>
    </form>
  `;
}

/** @param {Clock} clock */
function stateOf({ fixed, offsetMs }) {
  if (fixed !== undefined) return 'Time stands still.';
  return offsetMs ? `The machine's time, ${duration(offsetMs)}.` : "The machine's time.";
}

/** @param {AbortSignal} signal */
function load(signal) {
  return answer(api.GET('/__admin/clock', { signal }));
}
