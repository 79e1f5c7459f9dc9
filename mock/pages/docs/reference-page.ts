import escapeHtml from 'escape-html';
import { type DocsPaths, layout } from './layout.ts';

interface Reference {
  readonly path: '' | '/control';
  /** File name of the OpenAPI document, relative to the page. */
  readonly document: string;
  readonly title: string;
  /** Keys to fill in, by the names of the security schemes. */
  readonly apiKeys?: Readonly<Record<string, string>>;
}

/** Creates the reference page of an OpenAPI document. Swagger UI renders it in the browser. */
export function referencePage(paths: DocsPaths, { path, document, title, apiKeys = {} }: Reference): string {
  const { at, assets } = paths;
  const url = `${at}/${document}`;
  return layout(paths, {
    path,
    title: `${title} – reference`,
    head: `<link rel="stylesheet" href="${at}${assets}/swagger-ui.css">
<script src="${at}/docs.js"></script>
<script defer src="${at}${assets}/swagger-ui-bundle.js"></script>
`,
    content: `<div id="reference" data-document="${url}" data-api-keys="${escapeHtml(JSON.stringify(apiKeys))}">
<noscript><p>The reference needs JavaScript. Without JavaScript, read <a href="${url}">the OpenAPI document</a>.</p></noscript>
</div>`,
  });
}
