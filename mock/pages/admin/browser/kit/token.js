import { createStore } from './store.js';

/** @import { RequestError } from './request-error.js' */

const NAME = 'admin-token';

/**
 * The admin token (`--admin-token`), which the browser keeps until the user closes the tab. `error` is set if the mock
 * requires a token and the page has none, or if the mock rejects the token.
 *
 * @type {ReturnType<typeof createStore<{ token: string | undefined, error?: RequestError }>>}
 */
export const tokenStore = createStore({ token: sessionStorage.getItem(NAME) ?? undefined });

/** @param {string} token */
export function storeToken(token) {
  sessionStorage.setItem(NAME, token);
  tokenStore.set({ token });
}

/** @param {RequestError} error */
export function requireToken(error) {
  tokenStore.set({ ...tokenStore.get(), error });
}
