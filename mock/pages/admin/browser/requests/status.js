import { html } from '../kit/html.js';

/** @param {{ status: number | undefined }} props */
export function Status({ status }) {
  if (status === undefined) return html`<span class="status bad">—</span>`;
  const tone = status < 300 ? 'good' : status < 400 ? 'dim' : status < 500 ? 'warn' : 'bad';
  return html`<span class="status ${tone}">${status}</span>`;
}
