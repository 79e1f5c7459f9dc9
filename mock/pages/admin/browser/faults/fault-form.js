import { useEffect, useRef, useState } from 'preact/hooks';
import { call } from '../kit/api.js';
import { html } from '../kit/html.js';
import { DOCS } from '../kit/place.js';
import { JsonEditor } from '../parts/json-editor.js';
import { Select } from '../parts/select.js';

/** @import { Fault } from '../../types.ts' */

/** @type {Readonly<Record<string, Fault>>} */
const EXAMPLES = {
  'A documented error': { error: { status: 503 } },
  'The connection is reset before the operation runs': { reset: 'before' },
  'The connection is reset after the operation ran': { reset: 'after' },
  'The body is cut off': { truncate: true },
  'The body is not JSON': { garble: true },
  'The body leaves slowly': { drip: { bytesPerSecond: 20 } },
  'Too many requests (429)': { rateLimit: { limit: 10, windowSeconds: 60 } },
  'A delay, the same each time': { latency: { fixedMs: 500 } },
  'A delay, evenly spread': { latency: { minMs: 100, maxMs: 2000 } },
  'A delay, as real services have it (lognormal)': { latency: { medianMs: 300, sigma: 0.5 } },
};
const NAMES = Object.keys(EXAMPLES);

/** A new fault, begun with one of the examples. @param {{ onClose: () => void }} props */
export function FaultForm({ onClose }) {
  const [name, setName] = useState(NAMES[0] ?? '');
  const heading = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => heading.current?.focus(), []);

  return html`
    <div class="sunken">
      <h3 ref=${heading} tabindex="-1">A new fault</h3>
      <${Select} label="What happens" value=${name} onChange=${setName} options=${NAMES} />
      <${JsonEditor}
        key=${name}
        label="The fault as JSON"
        value=${{ ...EXAMPLES[name], probability: 1 }}
        saveText="Add"
        save=${(/** @type {Fault} */ body) => call('post', '/faults', { body })}
        done="The fault was added."
        onClose=${onClose}
      />
      <p class="hint">
        It applies to every operation, unless <code>operations</code> lists some. The <a href="${DOCS}/control">reference</a> has
        all properties, such as <code>count</code> and <code>after</code>.
      </p>
    </div>
  `;
}
