import type { Exchange, Headers, Reference } from '../../run-result/requirement-result.ts';
import { prettyJson } from '../pretty-json.ts';
import { duration, statusLine } from '../wording.ts';
import { type Html, html, prose, verbatim } from './template.ts';

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

function answer(title: string, response: Exchange['response']): Html {
  return message(title, statusLine(response), response.headers, response.body);
}

function reference({ response, unavailable }: Reference): Html {
  return html`<div class="reference">${
    response === undefined
      ? html`<p class="dim">${prose(unavailable ?? '')}</p>`
      : answer('The reference mock answers the same request', response)
  }</div>`;
}

/** A request and its response, side by side where there is room. */
function renderExchange({ request, response, durationMs, reference: ofMock }: Exchange): Html {
  return html`<div class="exchange">
${message('Request', `${request.method} ${request.url}`, request.headers, request.body)}
${answer(`Response, after ${duration(durationMs)}`, response)}
</div>${ofMock && reference(ofMock)}`;
}

/** Of several, the last one shows what was found: the others led to it. */
export function renderExchanges(exchanges: readonly Exchange[]): Html {
  return html`${exchanges.map((exchange, index) =>
    index > 0 && index === exchanges.length - 1
      ? html`<div class="shows"><p class="label">${index + 1} of ${exchanges.length}, shows it</p>${renderExchange(exchange)}</div>`
      : renderExchange(exchange),
  )}`;
}

export function renderCurl(curl: string): Html {
  return command('Repeat it', 'curl command', curl);
}

export function renderReplay(replay: string): Html {
  return command('Explore it again', 'command', replay);
}

/** With a button that copies it. */
function command(title: string, name: string, line: string): Html {
  return html`<div class="curl"><p class="label">${title} <button type="button" class="copy" hidden>Copy</button></p>
${code(name, verbatim(line), line.split('\n').length)}</div>`;
}
