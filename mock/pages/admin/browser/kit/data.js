/** @import { PageData } from '../../types.ts' */

/**
 * The data about the service, which the mock embeds in the page.
 *
 * @type {PageData}
 */
export const DATA = JSON.parse(document.getElementById('data')?.textContent ?? '');

/**
 * @param {any} record
 * @param {string} pointer JSON Pointer
 */
export function valueAt(record, pointer) {
  return pointer
    .split('/')
    .slice(1)
    .reduce((value, token) => value?.[token], record);
}
