import { createStore } from './store.js';

/** @import { Refusal } from './refusal.js' */

const NAME = 'admin-token';

/**
 * The mock's `--admin-token`, as long as the tab lives; `refusal` when the mock wants one, or another.
 *
 * @type {ReturnType<typeof createStore<{ token: string | undefined, refusal?: Refusal }>>}
 */
export const tokenStore = createStore({ token: sessionStorage.getItem(NAME) ?? undefined });

/** @param {string} token */
export function giveToken(token) {
  sessionStorage.setItem(NAME, token);
  tokenStore.set({ token });
}

/** @param {Refusal} refusal */
export function requireToken(refusal) {
  tokenStore.set({ ...tokenStore.get(), refusal });
}
