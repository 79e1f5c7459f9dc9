import { answer, api } from './api.js';
import { DOCS } from './place.js';
import { createStore } from './store.js';

/**
 * @typedef {object} ErrorResponse
 * @property {string} status
 * @property {readonly string[]} examples
 */

/**
 * @typedef {object} Operation
 * @property {string} operationId
 * @property {readonly ErrorResponse[]} errors
 */

/**
 * What the mock serves; empty until it is known.
 *
 * @type {ReturnType<typeof createStore<{ title: string, version: string, operations: readonly Operation[], baseUrl?: string }>>}
 */
export const contractStore = createStore({ title: '', version: '', operations: [] });

/** What is not known for a reason is left empty: whoever needs more than a name asks by itself, and shows why. */
export async function loadContract() {
  try {
    const { contract } = await answer(api.GET('/__admin/health'));
    contractStore.set({ ...contract, operations: [] });
    const document = await fetch(`${DOCS}/openapi.json`);
    if (!document.ok) return;
    const served = await document.json();
    const baseUrl = new URL(served.servers[0].url, location.origin).href;
    contractStore.set({ ...contract, operations: operationsOf(served), baseUrl });
  } catch {
    // The sections say that the mock does not answer.
  }
}

/**
 * @param {any} document
 * @returns {Operation[]}
 */
function operationsOf(document) {
  return Object.values(document.paths).flatMap((item) =>
    Object.values(item)
      .filter((operation) => operation?.operationId)
      .map(({ operationId, responses }) => ({ operationId, errors: errorsOf(responses, document) })),
  );
}

/**
 * @param {Record<string, any>} responses
 * @param {any} document
 */
function errorsOf(responses, document) {
  return Object.entries(responses)
    .filter(([status]) => /^[45]/.test(status))
    .map(([status, response]) => ({ status, examples: examplesOf(resolved(response, document)) }));
}

/** @param {any} response */
function examplesOf(response) {
  return Object.values(response?.content ?? {}).flatMap(({ examples }) => Object.keys(examples ?? {}));
}

/**
 * @param {any} node
 * @param {any} document
 */
function resolved(node, document) {
  if (typeof node?.$ref !== 'string') return node;
  const [, ...parts] = node.$ref.split('/');
  return parts.reduce((/** @type {any} */ parent, /** @type {string} */ part) => parent?.[part], document);
}
