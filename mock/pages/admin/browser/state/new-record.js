import { useEffect, useState } from 'preact/hooks';
import { html } from '../kit/html.js';
import { DOCS } from '../kit/place.js';
import { JsonEditor } from '../parts/json-editor.js';

/** @import { PageKind } from '../../types.ts' */

/**
 * A new record, begun with the example of the control API's document.
 *
 * @param {{ kind: PageKind, create: (body: unknown) => Promise<void>, onClose: () => void }} props
 */
export function NewRecord({ kind, create, onClose }) {
  const [example, setExample] = useState(/** @type {unknown} */ (undefined));
  useEffect(() => {
    exampleOf(kind).then(setExample, () => setExample({}));
  }, [kind]);

  if (example === undefined) return null;
  return html`
    <div class="sunken">
      <${JsonEditor}
        label="New ${kind.noun}, as JSON"
        value=${example}
        saveText="Create"
        save=${create}
        done="The ${kind.noun} was created."
        onClose=${onClose}
      />
    </div>
  `;
}

/** @param {PageKind} kind */
async function exampleOf({ path }) {
  const document = await (await fetch(`${DOCS}/control.json`)).json();
  return document.paths[`/__admin/state/${path}`].post.requestBody.content['application/json'].example ?? {};
}
