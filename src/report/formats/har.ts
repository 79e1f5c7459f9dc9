import { http } from '../../contract/node-http.ts';
import type { Exchange, Headers } from '../../run-result/requirement-result.ts';
import type { RunResult } from '../../run-result/run-result.ts';
import { visibleJson } from '../visible.ts';

function nameValues(headers: Headers) {
  return Object.entries(headers).map(([name, value]) => ({ name, value }));
}

function headerOf(headers: Headers, name: string): string | undefined {
  return Object.entries(headers).find(([given]) => given.toLowerCase() === name)?.[1];
}

/**
 * Parses the query parameters of a URL. The parser is `URLSearchParams`, since it accepts an invalid percent-encoding,
 * which some cases send.
 */
function queryString(url: string) {
  const query = url.split('#')[0]?.split('?').slice(1).join('?') ?? '';
  return [...new URLSearchParams(query)].map(([name, value]) => ({ name, value }));
}

function entry({ request, response, durationMs, startedAt }: Exchange, messages: readonly string[], runStart: string) {
  const { method, url, headers, body } = request;
  const hasResponse = response.status !== 0;
  return {
    startedDateTime: startedAt ?? runStart,
    time: durationMs,
    request: {
      method,
      url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: nameValues(headers),
      queryString: queryString(url),
      ...(body !== '' && { postData: { mimeType: headerOf(headers, 'content-type') ?? '', text: body } }),
      headersSize: -1,
      bodySize: Buffer.byteLength(body),
    },
    response: {
      status: response.status,
      statusText: http.STATUS_CODES[response.status] ?? '',
      httpVersion: hasResponse ? 'HTTP/1.1' : '',
      cookies: [],
      headers: nameValues(response.headers),
      content: {
        size: Buffer.byteLength(response.body),
        mimeType: headerOf(response.headers, 'content-type') ?? 'x-unknown',
        text: response.body,
      },
      redirectURL: headerOf(response.headers, 'location') ?? '',
      headersSize: -1,
      bodySize: hasResponse ? Buffer.byteLength(response.body) : -1,
      ...(!hasResponse && { comment: 'There was no response.' }),
    },
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
    comment: messages.join('\n'),
  };
}

/**
 * HTTP Archive 1.2 with all exchanges in the report; these are the exchanges of cases that did not pass.
 *
 * An exchange that violates several requirements occurs once; its comment contains the messages of all these
 * requirements. As in the report, bodies contain no secrets, and long bodies are truncated.
 */
export function renderHar({ suite, startedAt, requirements }: RunResult): string {
  const entries = new Map<string, { exchange: Exchange; messages: Set<string> }>();
  for (const { cases } of requirements) {
    for (const { title, message, exchanges } of cases) {
      for (const [index, exchange] of exchanges.entries()) {
        const key = JSON.stringify(exchange);
        const known = entries.get(key) ?? { exchange, messages: new Set() };
        if (index === exchanges.length - 1) known.messages.add(message ?? title);
        entries.set(key, known);
      }
    }
  }
  const inOrder = [...entries.values()].toSorted(
    (a, b) => Date.parse(a.exchange.startedAt ?? startedAt) - Date.parse(b.exchange.startedAt ?? startedAt),
  );
  const log = {
    version: '1.2',
    creator: { name: suite.name, version: suite.version },
    entries: inOrder.map(({ exchange, messages }) => entry(exchange, [...messages], startedAt)),
  };
  return `${visibleJson({ log }, 2)}\n`;
}
