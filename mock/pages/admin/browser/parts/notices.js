import { html } from '../kit/html.js';
import { noticeStore } from '../kit/notify.js';
import { useStore } from '../kit/store.js';

export function Notices() {
  const text = useStore(noticeStore);
  return html`<div role="status" class="notice" data-shown=${String(text !== '')}>${text}</div>`;
}
