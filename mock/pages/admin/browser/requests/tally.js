import { useEffect, useState } from 'preact/hooks';
import { count } from '../kit/format.js';
import { html } from '../kit/html.js';
import { KEPT } from './journal.js';

/** @import { Exchange } from '../../types.ts' */

/** What stays so long is told to a screen reader: in the middle of a burst, it would be heard without end. */
const SETTLED_MS = 1500;

/**
 * How many requests there are. What is heard follows what is seen with a delay.
 *
 * @param {{ exchanges: readonly Exchange[], found: number, paused: boolean }} props
 */
export function Tally({ exchanges, found, paused }) {
  const [told, setTold] = useState('');
  const text = inWords(exchanges, found, paused);
  useEffect(() => {
    const timer = setTimeout(() => setTold(text), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return html`
    <p class="dim" aria-hidden="true">${text}</p>
    <p class="quiet" role="status">${told}</p>
  `;
}

/**
 * @param {readonly Exchange[]} exchanges
 * @param {number} found
 * @param {boolean} paused
 */
function inWords(exchanges, found, paused) {
  const wrong = exchanges.filter(({ violations }) => violations && violations.length > 0).length;
  return [
    exchanges.length === 0
      ? 'Waiting for the first request.'
      : `${exchanges.length < KEPT ? '' : 'The newest '}${count(exchanges.length, 'request')}, ${wrong} with violations.`,
    found < exchanges.length && `${found} found.`,
    paused && 'Paused.',
  ]
    .filter(Boolean)
    .join(' ');
}
