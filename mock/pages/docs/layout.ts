import escapeHtml from 'escape-html';

/** The paths of the documentation pages. */
export interface DocsPaths {
  /** The path of the documentation pages, such as `/docs` or `/sandboxes/a/docs`, escaped for an attribute of HTML. */
  readonly at: string;
}

const PAGES = [
  ['', 'Service'],
  ['/control', 'Control API'],
  ['/rules', 'Requirements'],
  ['/guide/', 'Guide'],
] as const;

interface Page {
  /**
   * The path of the page below `/docs`; absent if the navigation does not contain the page. The navigation marks the
   * link with this path as the link to the current page.
   */
  readonly path?: (typeof PAGES)[number][0];
  readonly title: string;
  /** Markup for the end of the element `head`. */
  readonly head?: string;
  /** Markup for the part of the page below the navigation. */
  readonly content: string;
}

/** Creates a complete HTML document: the head, the navigation and the content. */
export function layout({ at }: DocsPaths, { path, title, head = '', content }: Page): string {
  const links = PAGES.map(
    ([to, text]) => `<a href="${at}${to}"${to === path ? ' aria-current="page"' : ''}>${escapeHtml(text)}</a>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" type="image/svg+xml" href="${at}/icon.svg">
${head}<link rel="stylesheet" href="${at}/docs.css">
</head>
<body>
<nav class="bar" aria-label="Documentation">${links.join('')}<a href="${at}/../__admin/">Admin page</a></nav>
${content}
</body>
</html>
`;
}
