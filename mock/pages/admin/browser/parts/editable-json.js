import { useState } from 'preact/hooks';
import { html } from '../kit/html.js';
import { mergePatch } from '../kit/merge-patch.js';
import { RequestError } from '../kit/request-error.js';
import { JsonEditor } from './json-editor.js';
import { JsonView } from './json-view.js';

const NOTHING = new Set();

/**
 * Shows a value as JSON, with a button to edit the value.
 *
 * @param {{
 *   label: string,
 *   value: unknown,
 *   patch?: ((changes: any) => Promise<unknown>) | undefined,
 *   done: string,
 *   children?: unknown,
 * }} props `patch` sends a JSON Merge Patch. Without `patch`, the user cannot edit the value.
 *   `children` are additional buttons
 */
export function EditableJson({ label, value, patch, done, children }) {
  // The value in the mock can change while the user edits the value, so the page sends only the changes of the user.
  const [original, setOriginal] = useState(/** @type {{ value: unknown } | undefined} */ (undefined));

  /** @param {unknown} edited */
  async function save(edited) {
    const changes = mergePatch(original?.value, edited);
    if (changes === undefined) throw new RequestError('The JSON has no changes.');
    await patch?.(changes);
  }

  if (original)
    return html`<${JsonEditor} label=${label} value=${original.value} save=${save} done=${done} onClose=${() => setOriginal(undefined)} />`;
  return html`
    <div class="buttons">
      ${patch && html`<button type="button" onClick=${() => setOriginal({ value })}>Edit</button>`}
      ${children}
    </div>
    <${JsonView} label=${label} value=${value} marked=${NOTHING} />
  `;
}
