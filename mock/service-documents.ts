import { Contract } from '../src/contract/contract.ts';
import { loadDocument } from '../src/contract/document/document.ts';
import { controlContract } from './core/control-document.ts';
import { type Kinds, kindsOf } from './core/kinds.ts';
import type { Service } from './core/service.ts';

/**
 * The OpenAPI documents of a service and of its control API. A process with many mocks, such as a test run, reads and
 * compiles the OpenAPI documents only once.
 */
export interface ServiceDocuments {
  readonly contract: Contract;
  readonly kinds: Kinds;
  /** Returns the document of the control API, which the first call creates. */
  control(): Promise<Contract>;
}

const cache = new WeakMap<Service, Promise<ServiceDocuments>>();

/** Returns the documents of a service. @throws DocumentError when the document of the service is missing or invalid */
export function documentsOf(service: Service): Promise<ServiceDocuments> {
  const documents = cache.get(service) ?? readDocuments(service);
  cache.set(service, documents);
  documents.catch(() => cache.delete(service));
  return documents;
}

async function readDocuments(service: Service): Promise<ServiceDocuments> {
  const contract = new Contract(await loadDocument(service.document, { trusted: true }), service.formats);
  const kinds = kindsOf(contract, service.resources);
  let loading: Promise<Contract> | undefined;
  const control = () => {
    loading ??= controlContract(service, kinds, contract).catch((error) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
  return { contract, kinds, control };
}
