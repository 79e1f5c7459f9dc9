import escapeHtml from 'escape-html';
import { type DocsPaths, layout } from './layout.ts';

export interface Reference {
  readonly path: '' | '/control';
  /** File name of the OpenAPI document, relative to the URL of the reference page. */
  readonly document: string;
  readonly title: string;
  /** The API key for each security scheme, by the name of the scheme; null for a scheme without an API key. */
  readonly schemes: Readonly<Record<string, string | null>>;
  /** The base path of the operations, such as `/v1` or `/sandboxes/a/v1`. */
  readonly server: string;
  /** The file name of Scalar's script, from `scalarName`. */
  readonly scalar: string;
  /** The nonce of the Content Security Policy, which allows the style elements of Scalar. */
  readonly nonce: string;
}

/** Creates the reference page of an OpenAPI document. The library Scalar renders the page in the browser. */
export function referencePage(paths: DocsPaths, reference: Reference): string {
  const { at } = paths;
  const { path, document, title, schemes, server, scalar, nonce } = reference;
  const url = `${at}/${document}`;
  return layout(paths, {
    path,
    title: `${title} – reference`,
    head: `<meta property="csp-nonce" nonce="${nonce}" content="${nonce}">
<script src="${at}/docs.js"></script>
<script defer src="${at}/${scalar}"></script>
`,
    content: `<noscript><p>The reference needs JavaScript. Without JavaScript, read <a href="${url}">the OpenAPI document</a>.</p></noscript>
<div id="reference" data-document="${url}?rules" data-server="${escapeHtml(server)}" data-schemes="${escapeHtml(JSON.stringify(schemes))}"></div>`,
  });
}
