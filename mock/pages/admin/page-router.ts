import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { Router } from 'express';
import { fromOwnMachine } from '../from-own-machine.ts';
import { pageHeaders } from '../page-headers.ts';
import { sendStaticFile, staticFolder } from '../static-files.ts';
import type { PageData } from './types.ts';

/** The folder with the modules and styles of the admin page. The mock sends the files of the admin page unchanged. */
const FILES = fileURLToPath(new URL('browser/', import.meta.url));

/**
 * File name of each library, by the name with which the modules of the page import the library. Each library of the
 * admin page is one file.
 */
const LIBRARIES = {
  preact: 'preact.js',
  'preact/hooks': 'preact-hooks.js',
  htm: 'htm.js',
} as const;

const IMPORT_MAP = JSON.stringify({
  imports: Object.fromEntries(Object.entries(LIBRARIES).map(([name, file]) => [name, `./page/libraries/${file}`])),
});

const STYLES = ['base', 'layout', 'controls', 'messages', 'tables', 'requests'];

/**
 * The Content Security Policy of the admin page. The admin page may load files only from the mock, and call only the
 * mock. The admin page may not convert text to markup, and no other page can show the admin page in a frame.
 */
const POLICY = [
  "default-src 'none'",
  `script-src 'self' 'sha256-${createHash('sha256').update(IMPORT_MAP).digest('base64')}'`,
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const html = (data: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Mock</title>
<link rel="icon" type="image/svg+xml" href="page/icon.svg">
${STYLES.map((name) => `<link rel="stylesheet" href="page/style/${name}.css">`).join('\n')}
<script type="application/json" id="data">${data}</script>
<script type="importmap">${IMPORT_MAP}</script>
<script type="module" src="page/main.js"></script>
</head>
<body>
<noscript><p>This page needs JavaScript. Without JavaScript, use the control API, for example <a href="health">health</a>.</p></noscript>
</body>
</html>
`;

/**
 * Creates the router of the admin page of a sandbox. The caller mounts the router at `…/__admin`, since the page calls
 * the control API under this path. The admin page contains no records, and loads the records from the control API. The
 * page contains `apiKey` only for browsers on the machine of the mock.
 */
export function pageRouter(data: Omit<PageData, 'apiKey'>, apiKey?: string): Router {
  const pageWith = (shown: PageData) => html(JSON.stringify(shown).replaceAll('<', '\\u003c'));
  const page = pageWith(data);
  const pageWithKey = apiKey === undefined ? page : pageWith({ ...data, apiKey });
  const router = Router({ caseSensitive: true, strict: true });
  router.use(pageHeaders(POLICY), (_request, response, next) => {
    response.set('Cache-Control', 'no-cache');
    next();
  });
  router.get('/', (request, response) => {
    if (!request.originalUrl.split('?', 1)[0]?.endsWith('/')) return response.redirect(`${request.baseUrl}/`);
    response.type('html').send(fromOwnMachine(request) ? pageWithKey : page);
  });
  for (const [name, file] of Object.entries(LIBRARIES)) {
    const path = fileURLToPath(import.meta.resolve(name));
    router.get(`/page/libraries/${file}`, (_request, response) => sendStaticFile(response, path));
  }
  router.use('/page', staticFolder(FILES));
  return router;
}
