import { useEffect, useRef, useState } from 'preact/hooks';
import { call } from '../kit/api.js';
import { html } from '../kit/html.js';
import { DOCS } from '../kit/urls.js';
import { JsonEditor } from '../parts/json-editor.js';
import { Select } from '../parts/select.js';

/** @import { Fault } from '../../types.ts' */

/** @type {Readonly<Record<string, Fault>>} */
const EXAMPLES = {
  'Documented error': { error: { status: 503 } },
  'Connection reset before the operation runs': { reset: 'before' },
  'Connection reset after the operation ran (response lost)': { reset: 'after' },
  'Truncated body': { truncate: true },
  'Body that is not JSON': { garble: true },
  'Slow body': { drip: { bytesPerSecond: 20 } },
  'Rate limit (429)': { rateLimit: { limit: 10, windowSeconds: 60 } },
  'Fixed delay': { latency: { fixedMs: 500 } },
  'Delay, uniformly distributed': { latency: { minMs: 100, maxMs: 2000 } },
  'Delay as in real services (lognormal)': { latency: { medianMs: 300, sigma: 0.5 } },
};
const NAMES = Object.keys(EXAMPLES);

/** The form for a new fault, which starts with an example. @param {{ onClose: () => void }} props */
export function FaultForm({ onClose }) {
  const [name, setName] = useState(NAMES[0] ?? '');
  const heading = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => heading.current?.focus(), []);

  return html`
    <div class="sunken">
      <h3 ref=${heading} tabindex="-1">New fault</h3>
      <${Select} label="Example" value=${name} onChange=${setName} options=${NAMES} />
      <${JsonEditor}
        key=${name}
        label="Fault as JSON"
        value=${{ ...EXAMPLES[name], probability: 1 }}
        saveText="Add"
        save=${(/** @type {Fault} */ body) => call('post', '/faults', { body })}
        done="The fault was added."
        onClose=${onClose}
      />
      <p class="hint">
        The fault applies to every operation, unless <code>operations</code> lists some. The
        <a href="${DOCS}/control">reference</a> describes all properties, such as <code>count</code> and <code>after</code>.
      </p>
    </div>
  `;
}
