import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Contract } from '../../src/contract/contract.ts';
import { DataError } from '../../src/contract/data-error.ts';
import { nearest } from '../../src/contract/explain/spelling.ts';
import { isObject } from '../../src/contract/json.ts';
import type { OperationHandlers } from '../core/service.ts';

/**
 * Loads the handlers of the user from a value, or from a module whose default export contains the handlers. A repeated
 * call loads the module again if its file has changed, but does not load the modules again that this module imports.
 *
 * @throws DataError when the module cannot be loaded, or when a handler is not a function or has no known operationId
 */
export async function loadHandlers(given: OperationHandlers | string, contract: Contract): Promise<OperationHandlers> {
  const source = typeof given === 'string' ? given : 'handlers';
  const handlers = typeof given === 'string' ? await defaultExport(given) : given;
  requireOperations(handlers, contract, source);
  return handlers;
}

async function defaultExport(path: string): Promise<OperationHandlers> {
  if (!existsSync(path)) throw new DataError(`${path}: the file does not exist.`);
  const file = resolve(path);
  const url = pathToFileURL(file);
  // Node.js caches a module by its URL, so a changed file needs a new URL. Node.js also caches a CommonJS module by its
  // path, so the function deletes this entry of the cache.
  url.search = createHash('sha256').update(readFileSync(file)).digest('hex');
  delete createRequire(import.meta.url).cache[file];
  const module: unknown = await import(url.href).catch((error: Error) => {
    throw new DataError(`${path}: the module cannot be loaded: ${error.message}`, { cause: error });
  });
  const handlers = (module as { readonly default?: unknown }).default;
  if (isObject(handlers)) return handlers as OperationHandlers;
  throw new DataError(
    `${path}: the module has no default export of handlers. Add: export default { operationId: handler }`,
  );
}

function requireOperations(handlers: OperationHandlers, { operations }: Contract, source: string): void {
  const known = operations.map(({ operationId }) => operationId);
  for (const [operationId, handler] of Object.entries(handlers)) {
    const similar = nearest(operationId, known)?.word;
    const hint = similar === undefined ? '.' : `; did you mean "${similar}"?`;
    if (!known.includes(operationId))
      throw new DataError(
        `${source}: "${operationId}" is not an operation${hint} Expected one of ${known.join(', ')}.`,
      );
    if (typeof handler !== 'function')
      throw new DataError(`${source}: ${operationId} is ${typeof handler}; expected a function.`);
  }
}
