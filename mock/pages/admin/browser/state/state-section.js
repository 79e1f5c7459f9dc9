import { DATA } from '../kit/data.js';
import { html } from '../kit/html.js';
import { hashOf } from '../kit/route.js';
import { CompleteState } from './complete-state.js';
import { KindView } from './kind-view.js';

const COMPLETE_STATE = 'world';

/**
 * Shows the state of the sandbox.
 *
 * @param {{ route: readonly string[] }} props
 */
export function StateSection({ route: [name, ...key] }) {
  const kind = DATA.kinds.find(({ path }) => path === name) ?? DATA.kinds[0];
  const current = name === COMPLETE_STATE ? COMPLETE_STATE : kind?.path;
  const pages = [...DATA.kinds, { path: COMPLETE_STATE, title: 'Snapshots and complete state' }];
  return html`
    <nav class="kinds" aria-label="State">
      ${pages.map(
        ({ path, title }) => html`
          <a key=${path} href=${hashOf('state', path)} aria-current=${path === current ? 'page' : undefined}>${title}</a>
        `,
      )}
    </nav>
    ${name !== undefined && name !== current && html`<p class="warning" role="alert">The kind of record <code>${name}</code> does not exist.</p>`}
    ${current === COMPLETE_STATE ? html`<${CompleteState} />` : kind && html`<${KindView} key=${kind.path} kind=${kind} recordKey=${key} />`}
  `;
}
