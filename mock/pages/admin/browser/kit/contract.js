import { call } from './api.js';
import { createStore } from './store.js';

/**
 * The title and the version of the contract that the mock serves. The title and the version are empty until the page
 * has loaded the contract.
 */
export const contractStore = createStore({ title: '', version: '' });

/**
 * Loads the title and the version of the contract. Ignores an error of this request, since the sections of the page
 * show the same error.
 */
export async function loadContract() {
  const { contract } = await call('get', '/health').catch(() => ({ contract: contractStore.get() }));
  contractStore.set(contract);
}
