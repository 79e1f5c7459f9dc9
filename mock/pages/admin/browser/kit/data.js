/** @import { PageData } from '../../types.ts' */

/**
 * What the page knows of the service: it stands in the page itself.
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
