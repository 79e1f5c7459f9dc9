import escapeHtml from 'escape-html';

/** What every page of the documentation knows of its place. */
export interface Place {
  /** The path of the pages (`/docs`, `/sandboxes/a/docs`), as it can stand in an attribute. */
  readonly at: string;
  /** The path of the renderer's files, from `at`. */
  readonly assets: string;
}

const PAGES = [
  ['', 'Service'],
  ['/control', 'Control API'],
  ['/rules', 'Rules'],
  ['/guide/', 'Guide'],
] as const;

interface Page {
  readonly path: (typeof PAGES)[number][0];
  readonly title: string;
  /** Markup for the end of the head. */
  readonly head?: string;
  /** Markup below the links to the pages. */
  readonly content: string;
}

/** A whole document: the head, a way to the other pages, and the content. */
export function layout({ at, assets }: Place, { path, title, head = '', content }: Page): string {
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
<link rel="icon" type="image/png" href="${at}${assets}/favicon-32x32.png">
${head}<link rel="stylesheet" href="${at}/docs.css">
</head>
<body>
<header class="bar"><nav aria-label="Documentation">${links.join('')}<a href="${at}/../__admin/">Live page</a></nav></header>
${content}
</body>
</html>
`;
}
