import { randomBytes } from 'node:crypto';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import escapeHtml from 'escape-html';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { Contract } from '../../../src/contract/contract.ts';
import { isObject, type JsonObject } from '../../../src/contract/json.ts';
import { valueAt } from '../../../src/contract/json-pointer.ts';
import { loadRequirements } from '../../../src/contract/requirement.ts';
import { requestOrigin } from '../../pipeline/origin.ts';
import { fromOwnMachine } from '../from-own-machine.ts';
import { pageHeaders } from '../page-headers.ts';
import { sendStaticFile, staticFolder } from '../static-files.ts';
import { describeRules } from './describe-rules.ts';
import { type Reference, referencePage } from './reference-page.ts';
import { rulesByOperation, rulesPage } from './rules-page.ts';
import { scalarFile, scalarName } from './scalar.ts';
import { servedAt } from './served-at.ts';

/** The folder with the HTML pages that the build renders from docs/. */
const GUIDE = join(dirname(findPackageJSON(import.meta.url) ?? ''), 'dist/guide');
const FILES = {
  '/docs.js': fileURLToPath(new URL('docs.js', import.meta.url)),
  '/rules.js': fileURLToPath(new URL('rules.js', import.meta.url)),
  '/docs.css': fileURLToPath(new URL('docs.css', import.meta.url)),
  '/icon.svg': fileURLToPath(new URL('../admin/browser/icon.svg', import.meta.url)),
};

/**
 * Creates the Content Security Policy of the documentation pages. The documentation pages may load files only from the
 * mock, and call only the mock. No other page can show a documentation page in a frame. `styles` is added to the
 * directive `style-src`, and allows the style elements and style attributes of Scalar.
 */
const policy = (styles = '') =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self'${styles}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

interface DocsOptions {
  readonly apiKey: string | undefined;
  /** Path of requirements.yaml, which contains the texts of the rules. */
  readonly requirements: string | undefined;
}

/**
 * Creates the router of the documentation pages. The scripts of these pages can send requests to the mock. The caller
 * must mount the router at `…/docs`, since the pages call the mock at the parent path. The mock adds `apiKey` to the
 * pages only for browsers on the machine of the mock.
 *
 * @throws Error when requirements.yaml, or package.json with the version of Scalar, cannot be read
 */
export function docsRouter(served: Contract, control: Contract, { apiKey, requirements: file }: DocsOptions): Router {
  const requirements = file === undefined ? [] : loadRequirements(file);
  const scalar = scalarName();
  const byOperation = rulesByOperation(served);

  const pathsOf = ({ baseUrl }: Request) => ({ at: escapeHtml(baseUrl) });
  // If the query of the request contains `rules`, the descriptions in the returned OpenAPI document link to the rules.
  // Code generators do not send the parameter `rules`, and therefore get an OpenAPI document without links to a mock.
  const documentOf = ({ root, basePath }: Contract): RequestHandler => {
    const documents = new Map<string, JsonObject>();
    let last: string | undefined;
    return (request, response) => {
      // The URLs in the returned OpenAPI document are absolute, so that they also work in a viewer at another origin.
      const docs = requestOrigin(request) + request.baseUrl;
      if (last !== docs) documents.clear();
      last = docs;
      const withRules = 'rules' in request.query;
      const key = withRules ? 'rules' : '';
      const document =
        documents.get(key) ??
        servedAt(
          withRules ? describeRules(root, requirements, `${request.baseUrl}/rules`) : root,
          basePath,
          baseUrlOf(docs),
        );
      documents.set(key, document);
      response.json(document);
    };
  };

  const router = Router();
  router.use(pageHeaders(policy()));
  router.get(`/${scalar}`, (_request, response) => {
    response.set('Cache-Control', 'public, max-age=31536000, immutable');
    sendStaticFile(response, scalarFile());
  });
  // Browsers must not use a stored copy of a documentation page without a request, since the pages change when the mock
  // loads another OpenAPI document.
  router.use((_request, response, next) => {
    response.set('Cache-Control', 'no-cache');
    next();
  });
  const sendReference = (
    request: Request,
    response: Response,
    reference: Omit<Reference, 'server' | 'scalar' | 'nonce'>,
    { basePath }: Contract,
  ) => {
    const nonce = randomBytes(16).toString('base64');
    const server = baseUrlOf(request.baseUrl) + basePath;
    response.set('Content-Security-Policy', policy(` 'nonce-${nonce}'; style-src-attr 'unsafe-inline'`));
    response.type('html').send(referencePage(pathsOf(request), { ...reference, server, scalar, nonce }));
  };
  router.get('/', (request, response) => {
    const { root, title } = served.document;
    const schemes = schemesOf(root, fromOwnMachine(request) ? apiKey : undefined);
    sendReference(request, response, { path: '', document: 'openapi.json', title, schemes }, served);
  });
  router.get('/openapi.json', documentOf(served));
  router.get('/control', (request, response) => {
    const { root, title } = control.document;
    const schemes = schemesOf(root);
    sendReference(request, response, { path: '/control', document: 'control.json', title, schemes }, control);
  });
  router.get('/control.json', documentOf(control));
  router.get('/rules', (request, response) => {
    response.type('html').send(rulesPage(pathsOf(request), requirements, byOperation));
  });
  router.use('/guide', staticFolder(GUIDE));
  for (const [path, file] of Object.entries(FILES))
    router.get(path, (_request, response) => sendStaticFile(response, file));
  return router;
}

/** Returns the base URL of the mock or sandbox, from the URL of its documentation. */
function baseUrlOf(docs: string): string {
  return docs.slice(0, docs.lastIndexOf('/'));
}

/**
 * Lists the security schemes of the document, with the API key for each scheme of the type `apiKey`, and null for each
 * other scheme.
 */
function schemesOf(root: JsonObject, key?: string): Record<string, string | null> {
  const schemes = valueAt(root, '/components/securitySchemes');
  if (!isObject(schemes)) return {};
  const keyOf = (scheme: unknown) => (isObject(scheme) && scheme.type === 'apiKey' && key !== undefined ? key : null);
  return Object.fromEntries(Object.entries(schemes).map(([name, scheme]) => [name, keyOf(scheme)]));
}
