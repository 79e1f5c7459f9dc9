import { useEffect, useRef } from 'preact/hooks';
import { html } from '../kit/html.js';

/**
 * Shows a list, and the selected item next to the list. On a narrow screen, the selected item replaces the list.
 *
 * @param {{ list: unknown, detail: unknown, always?: string }} props `always` is the text that the page shows if no
 * item is selected
 */
export function Split({ list, detail, always }) {
  return html`
    <div class="split" data-open=${detail ? '' : undefined} data-always=${always ? '' : undefined}>
      <div class="list">${list}</div>
      ${detail ? html`<div class="detail">${detail}</div>` : always && html`<p class="detail empty dim">${always}</p>`}
    </div>
  `;
}

/**
 * The heading above the details of the selected item. The heading gets the focus when the user opens the item. When the
 * user closes the item, the link to the item in the list gets the focus.
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
