import { DATA } from '../kit/data.js';
import { count } from '../kit/format.js';
import { html } from '../kit/html.js';
import { hashOf } from '../kit/route.js';
import { usePoll } from '../kit/use-poll.js';
import { KindView } from './kind-view.js';
import { COUNTED, countRecords } from './records.js';
import { WorldView } from './world-view.js';

const EVERY_MS = 5000;
const WORLD = 'world';

/**
 * What the sandbox remembers.
 *
 * @param {{ route: readonly string[] }} props
 */
export function StateSection({ route: [name, ...key] }) {
  const kind = DATA.kinds.find(({ path }) => path === name) ?? DATA.kinds[0];
  const { data: counts = {} } = usePoll(countAll, EVERY_MS, []);
  const isWorld = name === WORLD;
  if (!kind) return null;

  return html`
    <nav class="kinds" aria-label="State">
      ${DATA.kinds.map(
        (one) => html`
          <a key=${one.path} href=${hashOf('state', one.path)} aria-current=${one === kind && !isWorld ? 'page' : undefined}>
            ${one.title} <${Count} text=${counts[one.path]} />
          </a>
        `,
      )}
      <a href=${hashOf('state', WORLD)} aria-current=${isWorld ? 'page' : undefined}>Snapshots and files</a>
    </nav>
    ${isWorld ? html`<${WorldView} />` : html`<${KindView} key=${kind.path} kind=${kind} recordKey=${key} />`}
  `;
}

/** @param {{ text: string | undefined }} props */
function Count({ text }) {
  if (text === undefined) return null;
  const words = text.endsWith('+') ? `more than ${COUNTED}` : count(Number(text), 'record');
  return html`<span class="number" aria-hidden="true">${text}</span><span class="quiet">, ${words}</span>`;
}

/**
 * @param {AbortSignal} signal
 * @returns {Promise<Record<string, string>>}
 */
async function countAll(signal) {
  const counts = DATA.kinds.map(async (kind) => [kind.path, await countRecords(kind, signal)]);
  return Object.fromEntries(await Promise.all(counts));
}
