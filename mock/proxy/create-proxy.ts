import type { Contract } from '../../src/contract/contract.ts';
import type { Operation } from '../../src/contract/document/operation.ts';
import type { Handler } from '../pipeline/http.ts';
import { ProxyError } from './proxy-error.ts';
import { proxyOperation } from './proxy-operation.ts';
import { Upstream } from './upstream.ts';

export interface ProxyOptions {
  /** Where the real backend is, without `/v1`. */
  readonly target: string;
  /** operationIds that the mock answers itself, since the backend does not have them yet. */
  readonly mocked?: readonly string[];
  /** Longest wait for an answer; 30,000 when absent. */
  readonly timeoutMs?: number;
}

/** Largest body of a request and of a response, in bytes. */
const BODY_LIMIT = 16 * 2 ** 20;

export interface BackendProxy {
  /** Undefined where the mock answers itself. */
  handlerFor(contract: Contract): (operation: Operation | undefined) => Handler | undefined;
  close(): void;
}

/** @throws ProxyError when the target is no HTTP URL */
export function createProxy({ target, mocked = [], timeoutMs = 30_000 }: ProxyOptions): BackendProxy {
  const base = URL.canParse(target) ? new URL(target) : undefined;
  if (!base || !/^https?:$/.test(base.protocol)) {
    throw new ProxyError(`${target}: is no URL of a backend, such as http://localhost:8080 (without /v1).`);
  }
  const upstream = new Upstream(base, { timeoutMs, bodyLimit: BODY_LIMIT });
  return {
    handlerFor: (contract) => {
      const known = contract.operations.map(({ operationId }) => operationId);
      const unknown = mocked.filter((operationId) => !known.includes(operationId));
      if (unknown.length > 0) {
        throw new ProxyError(`--mock ${unknown.join(',')}: there is no such operation; there are ${known.join(', ')}.`);
      }
      return (operation) =>
        operation && mocked.includes(operation.operationId)
          ? undefined
          : proxyOperation(contract, operation, upstream, BODY_LIMIT);
    },
    close: () => upstream.close(),
  };
}
