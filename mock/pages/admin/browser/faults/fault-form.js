import { useEffect, useRef, useState } from 'preact/hooks';
import { call } from '../kit/api.js';
import { html } from '../kit/html.js';
import { DOCS } from '../kit/urls.js';
import { JsonEditor } from '../parts/json-editor.js';
import { Select } from '../parts/select.js';

/** @import { Fault } from '../../types.ts' */

/** @type {Readonly<Record<string, Fault>>} */
const PRESETS = {
  'Slow network': { latency: { minMs: 400, maxMs: 2000 } },
  'Flaky 503': { error: { status: 503 }, probability: 0.3 },
  'Rate limit (429)': { rateLimit: { limit: 10, windowSeconds: 60 } },
  'Documented error': { error: { status: 503 } },
  'Reset before processing': { reset: 'before' },
  'Reset after processing (response lost)': { reset: 'after' },
  'Truncated body': { truncate: true },
  'Body that is not JSON': { garble: true },
  'Slow body': { drip: { bytesPerSecond: 20 } },
  'Fixed delay': { latency: { fixedMs: 500 } },
  'Delay as in real services (lognormal)': { latency: { medianMs: 300, sigma: 0.5 } },
};
const NAMES = Object.keys(PRESETS);

/** The form for a new fault, which starts with a preset. @param {{ onClose: () => void }} props */
export function FaultForm({ onClose }) {
  const [name, setName] = useState(NAMES[0] ?? '');
  const heading = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => heading.current?.focus(), []);

  return html`
    <div class="sunken">
      <h3 ref=${heading} tabindex="-1">New fault</h3>
      <${Select} label="Preset" value=${name} onChange=${setName} options=${NAMES} />
      <${JsonEditor}
        key=${name}
        label="Fault as JSON"
        value=${{ probability: 1, ...PRESETS[name] }}
        saveText="Add"
        save=${(/** @type {Fault} */ body) => call('post', '/faults', { body })}
        done="The fault was added."
        onClose=${onClose}
      />
      <p class="hint">
        The fault applies to every operation, unless <code>operations</code> lists some. The
        <a href="${DOCS}/control">reference</a> describes all properties, such as <code>count</code> (how often), <code>after</code> (skip the first requests) and <code>probability</code>.
      </p>
    </div>
  `;
}
