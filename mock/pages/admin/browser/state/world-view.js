import { html } from '../kit/html.js';
import { Snapshots } from './snapshots.js';
import { WholeState } from './whole-state.js';

/** The state as a whole. */
export function WorldView() {
  return html`
    <div class="columns">
      <${Snapshots} />
      <${WholeState} />
    </div>
  `;
}
