import { useState } from 'preact/hooks';
import { html } from '../kit/html.js';

/** @type {readonly (readonly [value: string, text: string])[]} */
const THEMES = [
  ['', 'Auto'],
  ['light', 'Light'],
  ['dark', 'Dark'],
];

export function ThemeSwitch() {
  const [theme, setTheme] = useState(document.documentElement.dataset.theme ?? '');

  /** @param {{ currentTarget: HTMLSelectElement }} event */
  function onChange({ currentTarget: { value } }) {
    if (value) document.documentElement.dataset.theme = value;
    else delete document.documentElement.dataset.theme;
    localStorage.setItem('theme', value);
    setTheme(value);
  }

  return html`
    <select aria-label="Colours" value=${theme} onChange=${onChange}>
      ${THEMES.map(([value, text]) => html`<option value=${value} selected=${value === theme}>${text}</option>`)}
    </select>
  `;
}
