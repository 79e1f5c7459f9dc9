import { useId, useRef } from 'preact/hooks';
import { answer, api } from '../kit/api.js';
import { pretty } from '../kit/format.js';
import { html } from '../kit/html.js';
import { SANDBOX } from '../kit/place.js';
import { Refusal } from '../kit/refusal.js';
import { useAction } from '../kit/use-action.js';
import { confirmed } from '../parts/confirm.js';
import { RefusalNotice } from '../parts/refusal-notice.js';

/** The state as a file. */
export function WholeState() {
  const id = useId();
  const input = useRef(/** @type {HTMLInputElement | null} */ (null));
  const { refusal, run } = useAction();

  const download = () => run(async () => saveAs(`${SANDBOX}.json`, pretty(await answer(api.GET('/__admin/state')))));

  async function upload() {
    const file = input.current?.files?.[0];
    if (!file || !input.current) return;
    const text = 'All records of the sandbox are replaced with those of the file.';
    if (await confirmed({ title: `Replace the state with ${file.name}?`, text, action: 'Replace' })) {
      const body = async () => parse(await file.text());
      const work = async () => answer(api.PUT('/__admin/state', { body: await body() }));
      await run(work, `The state is that of ${file.name}.`);
    }
    input.current.value = '';
  }

  return html`
    <section class="card" aria-labelledby="whole">
      <h2 id="whole">The whole state, as a file</h2>
      <${RefusalNotice} refusal=${refusal} />
      <div class="buttons"><button type="button" onClick=${download}>Download</button></div>
      <div class="field">
        <label for=${id}>Replace the state with a file</label>
        <input id=${id} ref=${input} type="file" accept=".json,application/json" onChange=${upload} />
        <p class="hint">JSON, as it was downloaded</p>
      </div>
    </section>
  `;
}

/**
 * @param {string} name
 * @param {string} text
 */
function saveAs(name, text) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** @param {string} text */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Refusal(`The file is no JSON: ${/** @type {Error} */ (error).message}.`);
  }
}
