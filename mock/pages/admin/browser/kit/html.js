import htm from 'htm';
import { h } from 'preact';

/**
 * Markup as a tagged template: values become text and attributes, never markup.
 *
 * @type {(strings: TemplateStringsArray, ...values: unknown[]) => import('preact').VNode}
 */
export const html = /** @type {any} */ (htm).bind(h);
