import { STATUS_CODES } from 'node:http';
import type { ShownExchange } from '../../../../conformance/target/redact.ts';
import { prettyJson } from '../../../report/pretty-json.ts';

/** A request and its answer as HTTP writes them, with what a reader looks at. */
export interface HttpText {
  readonly request: string;
  readonly answer: string;
}

/** What comes with every message and says nothing of a rule. */
const USUAL =
  /^(accept|connection|content-length|date|etag|host|keep-alive|transfer-encoding|vary|x-request-id|access-control-.*)$/;

const MAX_LINES = 40;

export function httpText({ request, response }: ShownExchange): HttpText {
  const status = `${response.status} ${STATUS_CODES[response.status] ?? ''}`.trim();
  return {
    request: message(`${request.method} ${request.url}`, request.headers, request.body),
    answer: response.status === 0 ? '(no answer)' : message(`HTTP/1.1 ${status}`, response.headers, response.body),
  };
}

function message(start: string, headers: Readonly<Record<string, string>>, text: string): string {
  const shown = Object.entries(headers).filter(([name]) => !USUAL.test(name.toLowerCase()));
  const fields = shown.map(([name, value]) => `${spelled(name)}: ${value}`);
  const lines = (prettyJson(text) ?? text).split('\n');
  const body =
    lines.length > MAX_LINES ? [...lines.slice(0, MAX_LINES), `… (${lines.length - MAX_LINES} more lines)`] : lines;
  return [start, ...fields, ...(text === '' ? [] : ['', ...body])].join('\n');
}

/** `content-type` → `Content-Type`. */
function spelled(name: string): string {
  return name.replaceAll(/(?<=^|-)[a-z]/g, (letter) => letter.toUpperCase());
}
