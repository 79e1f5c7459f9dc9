import htm from 'htm';
import { h } from 'preact';

/**
 * Creates markup from a tagged template. The values in the template become text and attributes, never markup.
 *
 * @type {(strings: TemplateStringsArray, ...values: unknown[]) => import('preact').VNode}
 */
export const html = /** @type {any} */ (htm).bind(h);
