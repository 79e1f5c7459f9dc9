import { readFileSync } from 'node:fs';

/** The style sheet of the page. */
export const STYLE = readFileSync(new URL('./page.css', import.meta.url), 'utf8');
