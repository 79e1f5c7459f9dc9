import { html } from '../kit/html.js';
import { Field } from '../parts/field.js';

/** @import { Draft } from './draft.js' */

/** @type {Record<string, readonly (readonly [name: keyof Draft, label: string])[]>} */
const FIELDS = {
  fixed: [['fixedMs', 'Milliseconds']],
  range: [
    ['minMs', 'From, in ms'],
    ['maxMs', 'To, in ms'],
  ],
  lognormal: [
    ['medianMs', 'Median, in ms'],
    ['sigma', 'Sigma'],
  ],
};

/**
 * What else the chosen delay takes.
 *
 * @param {{ kind: string, field: (name: keyof Draft, pointer: string) => object }} props
 */
export function LatencyFields({ kind, field }) {
  return FIELDS[kind]?.map(
    ([name, label]) =>
      html`<${Field} key=${name} label=${label} type="number" step="any" required ...${field(name, `/latency/${name}`)} />`,
  );
}
