import { useEffect, useRef, useState } from 'preact/hooks';
import { answer, api } from '../kit/api.js';
import { count } from '../kit/format.js';
import { html } from '../kit/html.js';
import { pageOf, SANDBOX } from '../kit/place.js';
import { hashOf } from '../kit/route.js';
import { useAction } from '../kit/use-action.js';
import { OpenSandbox } from './open-sandbox.js';
import { RefusalNotice } from './refusal-notice.js';

/** @import { SandboxLife } from '../../types.ts' */

/** More than these are on the page of sandboxes. */
const SHOWN = 12;

/** The name of the sandbox; opened, the ways to others. */
export function SandboxMenu() {
  const [sandboxes, setSandboxes] = useState(/** @type {SandboxLife[]} */ ([]));
  const { refusal, run } = useAction();
  const details = useRef(/** @type {HTMLDetailsElement | null} */ (null));

  const load = () => run(async () => setSandboxes((await answer(api.GET('/__admin/sandboxes'))).sandboxes));
  const close = () => details.current?.removeAttribute('open');
  useEffect(() => {
    const onPointer = (/** @type {Event} */ { target }) => {
      if (!details.current?.contains(/** @type {Node} */ (target))) close();
    };
    addEventListener('pointerdown', onPointer);
    return () => removeEventListener('pointerdown', onPointer);
  }, []);

  /** @param {KeyboardEvent} event */
  function onKeyDown({ key }) {
    if (key !== 'Escape') return;
    close();
    details.current?.querySelector('summary')?.focus();
  }

  const latest = sandboxes.toSorted((a, b) => b.lastUsedAt.localeCompare(a.lastUsedAt)).slice(0, SHOWN);
  return html`
    <details class="menu" ref=${details} onKeyDown=${onKeyDown} onToggle=${() => details.current?.open && load()}>
      <summary><span>Sandbox</span> <strong>${SANDBOX}</strong></summary>
      <div class="sheet">
        <${RefusalNotice} refusal=${refusal} />
        <ul>
          ${latest.map(
            ({ name }) => html`
              <li key=${name}>
                <a href=${pageOf(name) + location.hash} aria-current=${name === SANDBOX ? 'true' : undefined}>${name}</a>
              </li>
            `,
          )}
        </ul>
        <p><a href=${hashOf('sandboxes')} onClick=${close}>All ${count(sandboxes.length, 'sandbox', 'sandboxes')}</a></p>
        <${OpenSandbox} />
      </div>
    </details>
  `;
}
