import { useEffect, useRef } from 'preact/hooks';
import { html } from '../kit/html.js';

/**
 * A list with the selected item next to it. On a narrow screen, the item replaces the list.
 *
 * @param {{ list: unknown, detail: unknown, always?: string }} props `always`: text of the second pane without a selected item
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
 * The head of the selected item. It has the focus when the item opens; the link in the list has it when the item
 * closes.
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
