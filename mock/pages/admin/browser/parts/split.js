import { useEffect, useRef } from 'preact/hooks';
import { html } from '../kit/html.js';

/**
 * A list, with one of its items beside it; on a narrow screen, in its place.
 *
 * @param {{ list: unknown, detail: unknown }} props
 */
export function Split({ list, detail }) {
  return html`
    <div class="split" data-open=${detail ? '' : undefined}>
      <div class="list">${list}</div>
      ${detail && html`<div class="detail">${detail}</div>`}
    </div>
  `;
}

/**
 * The head of the item, which takes the focus when the item is opened; closed, its link in the list has it again.
 *
 * @param {{ title: unknown, back: string }} props
 */
export function DetailHead({ title, back }) {
  const heading = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    const link = document.activeElement;
    heading.current?.focus();
    return () => {
      if (link instanceof HTMLElement && link.isConnected) link.focus();
    };
  }, []);
  return html`
    <div class="bar head">
      <h2 id="detail" ref=${heading} tabindex="-1">${title}</h2>
      <a class="button" href=${back}>Close</a>
    </div>
  `;
}
