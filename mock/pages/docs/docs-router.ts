import { createRequire, findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import escapeHtml from 'escape-html';
import express, { type Request, type RequestHandler, Router } from 'express';
import type { Contract } from '../../../src/contract/contract.ts';
import { isObject, type JsonObject } from '../../../src/contract/json.ts';
import { valueAt } from '../../../src/contract/json-pointer.ts';
import { loadRequirements } from '../../../src/contract/requirement.ts';
import { requestOrigin } from '../../pipeline/origin.ts';
import { pageHeaders } from '../page-headers.ts';
import { describeRules } from './describe-rules.ts';
import { fromOwnMachine } from './from-own-machine.ts';
import { referencePage } from './reference-page.ts';
import { rulesPage } from './rules-page.ts';
import { SCRIPT } from './script.ts';
import { servedAt } from './served-at.ts';

const require = createRequire(import.meta.url);
/** Folder of the rendered pages of docs/, which the build writes. */
const GUIDE = join(dirname(findPackageJSON(import.meta.url) ?? ''), 'dist/guide');
const STYLE = fileURLToPath(new URL('docs.css', import.meta.url));

/** The files of swagger-ui-dist that the page needs. */
const ASSETS = ['/swagger-ui-bundle.js', '/swagger-ui.css', '/favicon-32x32.png'];

/** Content Security Policy: the page loads from and calls only the mock. No other page can frame it. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

interface DocsOptions {
  readonly apiKey: string | undefined;
  /** Path of requirements.yaml, which has the texts of the rules. */
  readonly requirements: string | undefined;
}

/**
 * Creates the reference documentation. Its "Try it out" calls the mock. Mount it at `…/docs`: the documented server is
 * the parent path. `apiKey` is filled in for browsers on the machine of the mock.
 *
 * @throws Error when swagger-ui-dist is not installed, or a file of the project cannot be read
 */
export function docsRouter(served: Contract, control: Contract, { apiKey, requirements: file }: DocsOptions): Router {
  const { version } = require('swagger-ui-dist/package.json') as { version: string };
  const assets = `/assets/${version}`;
  const requirements = file === undefined ? [] : loadRequirements(file);

  const pathsOf = ({ baseUrl }: Request) => ({ at: escapeHtml(baseUrl), assets });
  const documentOf = ({ root, basePath }: Contract): RequestHandler => {
    let last: { readonly docs: string; readonly document: JsonObject } | undefined;
    return (request, response) => {
      // An absolute URL also works from a viewer at another origin.
      const docs = requestOrigin(request) + request.baseUrl;
      if (last?.docs !== docs) {
        const described = describeRules(root, requirements, `${docs}/rules`);
        last = { docs, document: servedAt(described, basePath, baseUrlOf(docs)) };
      }
      response.json(last.document);
    };
  };

  const router = Router();
  router.use(pageHeaders(POLICY));
  router.use(
    assets,
    (request, _response, next) => next(ASSETS.includes(request.path) ? undefined : 'router'),
    express.static(dirname(require.resolve('swagger-ui-dist/package.json')), {
      immutable: true,
      maxAge: '1y',
      index: false,
    }),
  );
  // The following pages change with the served document.
  router.use((_request, response, next) => {
    response.set('Cache-Control', 'no-cache');
    next();
  });
  router.get('/', (request, response) => {
    const { root, title } = served.document;
    const apiKeys = apiKey !== undefined && fromOwnMachine(request) ? keysFor(root, apiKey) : {};
    const reference = { path: '', document: 'openapi.json', title, apiKeys } as const;
    response.type('html').send(referencePage(pathsOf(request), reference));
  });
  router.get('/openapi.json', documentOf(served));
  router.get('/control', (request, response) => {
    const reference = { path: '/control', document: 'control.json', title: control.document.title } as const;
    response.type('html').send(referencePage(pathsOf(request), reference));
  });
  router.get('/control.json', documentOf(control));
  router.get('/rules', (request, response) => {
    response.type('html').send(rulesPage(pathsOf(request), requirements));
  });
  router.use('/guide', express.static(GUIDE, { cacheControl: false }));
  router.get('/docs.js', (_request, response) => {
    response.type('js').send(SCRIPT);
  });
  router.get('/docs.css', (_request, response) => {
    response.sendFile(STYLE);
  });
  return router;
}

/** The base URL of the mock or sandbox, from the URL of its documentation. */
function baseUrlOf(docs: string): string {
  return docs.slice(0, docs.lastIndexOf('/'));
}

/** The API key for each API key scheme of the document. */
function keysFor(root: JsonObject, key: string): Record<string, string> {
  const schemes = valueAt(root, '/components/securitySchemes');
  if (!isObject(schemes)) return {};
  const names = Object.entries(schemes).filter(([, scheme]) => isObject(scheme) && scheme.type === 'apiKey');
  return Object.fromEntries(names.map(([name]) => [name, key]));
}
