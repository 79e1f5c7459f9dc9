import { contractStore } from '../kit/contract.js';
import { html } from '../kit/html.js';
import { useStore } from '../kit/store.js';
import { Field } from '../parts/field.js';

/** @import { Draft } from './draft.js' */

/**
 * What else the chosen effect takes.
 *
 * @param {{ draft: Draft, field: (name: keyof Draft, pointer: string) => object }} props
 */
export function EffectFields({ draft, field }) {
  const errors = useDeclaredErrors(draft.operations);
  switch (draft.effect) {
    case 'error': {
      const examples = errors.filter(({ status }) => status === draft.status).flatMap((one) => one.examples);
      return html`
        <${Field} label="Status" type="number" required options=${unique(errors.map(({ status }) => status))} ...${field('status', '/error/status')} />
        <${Field} label="Example" placeholder="the first" options=${unique(examples)} autocomplete="off" ...${field('example', '/error/example')} />
      `;
    }
    case 'drip':
      return html`<${Field} label="Bytes a second" type="number" required ...${field('bytesPerSecond', '/drip/bytesPerSecond')} />`;
    case 'rateLimit':
      return html`
        <${Field} label="Requests" type="number" required ...${field('limit', '/rateLimit/limit')} />
        <${Field} label="In so many seconds" type="number" required ...${field('windowSeconds', '/rateLimit/windowSeconds')} />
      `;
    default:
      return null;
  }
}

/**
 * Errors that any of the operations declares.
 *
 * @param {readonly string[]} chosen
 */
function useDeclaredErrors(chosen) {
  const { operations } = useStore(contractStore);
  return operations
    .filter(({ operationId }) => chosen.length === 0 || chosen.includes(operationId))
    .flatMap(({ errors }) => errors);
}

/** @param {readonly string[]} values */
function unique(values) {
  return [...new Set(values)].sort();
}
