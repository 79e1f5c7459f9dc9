import { createStore } from './store.js';

/** @import { Refusal } from './refusal.js' */

const NAME = 'admin-token';

/**
 * The token (`--admin-token`) until the tab is closed. `refusal` is set if the mock requires a token or rejects this
 * one.
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
