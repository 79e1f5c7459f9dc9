import { useEffect, useState } from 'preact/hooks';
import { html } from '../kit/html.js';

const THEMES = /** @type {const} */ ([
  { name: 'system', icon: '◐', scheme: 'light dark' },
  { name: 'light', icon: '☀', scheme: 'light' },
  { name: 'dark', icon: '☾', scheme: 'dark' },
]);
const KEY = 'theme';

/** The button that changes the theme of the page: the theme of the operating system, light or dark. */
export function ThemeButton() {
  const [index, setIndex] = useState(() => THEMES.findIndex(({ name }) => name === localStorage.getItem(KEY)));
  const theme = THEMES[index] ?? THEMES[0];
  useEffect(() => {
    document.documentElement.style.colorScheme = theme.scheme;
    localStorage.setItem(KEY, theme.name);
  }, [theme]);
  const label = `Theme: ${theme.name}`;
  return html`
    <button type="button" aria-label=${label} title=${label} onClick=${() => setIndex((THEMES.indexOf(theme) + 1) % THEMES.length)}>
      ${theme.icon}
    </button>
  `;
}
