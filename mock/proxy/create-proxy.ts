import type { Contract } from '../../src/contract/contract.ts';
import type { Operation } from '../../src/contract/document/operation.ts';
import type { Handler } from '../pipeline/http.ts';
import { BodyMemory } from '../pipeline/read-stream.ts';
import { ProxyError } from './proxy-error.ts';
import { proxyOperation } from './proxy-operation.ts';
import type { ProxyOptions } from './proxy-options.ts';
import { Upstream } from './upstream.ts';

/** Largest size of a request body or response body in the proxy, in bytes. */
const BODY_LIMIT = 16 * 2 ** 20;

export interface BackendProxy {
  /**
   * Creates a function that returns the proxy's handler of an operation; undefined if the mock handles the operation
   * itself. If `operation` is undefined, the function returns the handler of undocumented requests.
   */
  handlerFor(contract: Contract): (operation: Operation | undefined) => Handler | undefined;
  close(): void;
}

/** @throws ProxyError when `target`, the URL of the backend, is not an HTTP URL */
export function createProxy({ target, mocked = [], timeoutMs = 30_000 }: ProxyOptions): BackendProxy {
  const base = URL.canParse(target) ? new URL(target) : undefined;
  if (!base || !/^https?:$/.test(base.protocol)) {
    throw new ProxyError(`The backend is "${target}"; expected a URL without /v1, for example http://localhost:8080.`);
  }
  const bodies = { limit: BODY_LIMIT, memory: new BodyMemory() };
  const upstream = new Upstream(base, { timeoutMs, bodies });
  return {
    handlerFor: (contract) => {
      const known = contract.operations.map(({ operationId }) => operationId);
      const unknown = mocked.filter((operationId) => !known.includes(operationId));
      if (unknown.length > 0) {
        throw new ProxyError(
          `--mock is ${unknown.join(',')}; expected operations of the document: ${known.join(', ')}.`,
        );
      }
      return (operation) =>
        operation && mocked.includes(operation.operationId)
          ? undefined
          : proxyOperation(contract, operation, upstream, bodies);
    },
    close: () => upstream.close(),
  };
}
