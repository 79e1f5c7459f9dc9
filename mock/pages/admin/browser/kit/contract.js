import { call } from './api.js';
import { createStore } from './store.js';

/** The contract that the mock serves; empty until it is known. */
export const contractStore = createStore({ title: '', version: '' });

/** The sections say when the mock does not answer. */
export async function loadContract() {
  const { contract } = await call('get', '/health').catch(() => ({ contract: contractStore.get() }));
  contractStore.set(contract);
}
