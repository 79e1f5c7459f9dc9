import { call } from './api.js';
import { createStore } from './store.js';

/** Title and version of the contract that the mock serves; empty until loaded. */
export const contractStore = createStore({ title: '', version: '' });

/** Loads the title and version. Ignores errors, since the sections show them. */
export async function loadContract() {
  const { contract } = await call('get', '/health').catch(() => ({ contract: contractStore.get() }));
  contractStore.set(contract);
}
