import { useId } from 'preact/hooks';
import { html } from '../kit/html.js';

/**
 * A select box with a label.
 *
 * @param {{
 *   label: string,
 *   value: string,
 *   onChange: (value: string) => void,
 *   options: readonly string[],
 * }} props
 */
export function Select({ label, value, onChange, options }) {
  const id = useId();
  return html`
    <div class="field">
      <label for=${id}>${label}</label>
      <select
        id=${id}
        value=${value}
        onChange=${(/** @type {{ currentTarget: HTMLSelectElement }} */ event) => onChange(event.currentTarget.value)}
      >
        ${options.map((one) => html`<option selected=${one === value}>${one}</option>`)}
      </select>
    </div>
  `;
}
