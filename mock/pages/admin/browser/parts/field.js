import { useId } from 'preact/hooks';
import { html } from '../kit/html.js';
import { Prose } from './prose.js';

/** @import { Refusal } from '../kit/refusal.js' */

/**
 * A labelled input. What a refusal says of its pointer stands below it.
 *
 * @param {{
 *   label: string,
 *   value: string,
 *   onInput: (value: string) => void,
 *   hint?: string,
 *   pointer?: string,
 *   refusal?: Refusal | undefined,
 *   options?: readonly string[],
 *   [attribute: string]: unknown,
 * }} props `options` are offered; other attributes go to the input
 */
export function Field({ label, value, onInput, hint, pointer, refusal, options, ...attributes }) {
  const id = useId();
  const issue = pointer === undefined ? undefined : refusal?.issues.find((one) => one.pointer === pointer);
  const described = [hint && `${id}-hint`, issue && `${id}-issue`].filter(Boolean).join(' ');
  return html`
    <div class="field">
      <label for=${id}>${label}</label>
      <input
        id=${id}
        value=${value}
        list=${options && `${id}-options`}
        aria-invalid=${issue ? 'true' : undefined}
        aria-describedby=${described || undefined}
        onInput=${(/** @type {{ currentTarget: HTMLInputElement }} */ event) => onInput(event.currentTarget.value)}
        ...${attributes}
      />
      ${options && html`<datalist id="${id}-options">${options.map((option) => html`<option value=${option} />`)}</datalist>`}
      ${hint && html`<p class="hint" id="${id}-hint">${hint}</p>`}
      ${issue && html`<p class="issue" id="${id}-issue"><${Prose} text=${issue.detail} /></p>`}
    </div>
  `;
}
