import { STATUS_CODES } from 'node:http';
import { type Html, html, verbatim } from './html-template.ts';
import { prettyJson } from './pretty-json.ts';
import type { Exchange, Headers } from './run-result.ts';
import { duration } from './wording.ts';

/** Of a body or a value; the whole text stands in `report.json`. */
const LONGEST = 20_000;

/** Texts of more lines scroll inside their panel. */
const TALL = 24;

export function shortened(text: string): string {
  const rest = text.length - LONGEST;
  return rest > 0 ? `${text.slice(0, LONGEST)}\n… ${rest} more characters, see report.json` : text;
}

/** A block of code; one that scrolls can be focused, so that a keyboard scrolls it too. */
export function code(label: string, content: Html, lines: number): Html {
  return lines > TALL
    ? html`<pre class="tall" tabindex="0" role="group" aria-label="${label}"><code>${content}</code></pre>`
    : html`<pre><code>${content}</code></pre>`;
}

function message(title: string, start: string, headers: Headers, text: string): Html {
  const body = shortened(prettyJson(text) ?? text);
  const names = Object.entries(headers);
  const content = html`<b>${start}</b>
${names.map(([name, value]) => html`<span class="dim">${name}:</span> ${shortened(value)}\n`)}${
  body === '' ? html`<i class="dim">(no body)</i>` : html`\n${body}`
}`;
  return html`<div class="message"><p class="label">${title}</p>${code(title, content, body.split('\n').length + names.length)}</div>`;
}

/** A request and its response, side by side where there is room. */
export function renderExchange({ request, response, durationMs }: Exchange): Html {
  const status = `${response.status} ${STATUS_CODES[response.status] ?? ''}`.trim();
  return html`<div class="exchange">
${message('Request', `${request.method} ${request.url}`, request.headers, request.body)}
${message(`Response, after ${duration(durationMs)}`, status, response.headers, response.body)}
</div>`;
}

/** A command with a button that copies it. */
export function renderCurl(command: string): Html {
  return html`<div class="curl"><p class="label">Repeat it <button type="button" class="copy" hidden>Copy</button></p>
${code('curl command', verbatim(command), command.split('\n').length)}</div>`;
}
