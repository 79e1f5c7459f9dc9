import type { ShownExchange } from '../../src/run-result/case-record.ts';
import type { SentExchange, WireRequest } from '../../src/run-result/wire.ts';
import type { Conceal, Concealer } from './secrets.ts';

const MAX_SHOWN = 20_000;

/** Additional length of a cut text, so that a secret in any encoding is still found as a whole. */
const MARGIN = 10_000;

/** The exchange without secrets and cookie values, and with shortened bodies. */
export function redacted(
  baseUrl: string,
  { request, answer, startedAt }: SentExchange,
  conceal: Concealer,
): ShownExchange {
  return {
    request: redactedRequest(baseUrl, request, conceal),
    response: {
      status: answer?.status ?? 0,
      headers: concealedFields(withoutCookies(answer?.headers ?? {}), conceal),
      body: shown(answer?.text ?? '', conceal),
    },
    durationMs: Math.round((answer?.durationMs ?? 0) * 100) / 100,
    startedAt: startedAt.toISOString(),
  };
}

/** The request without secrets, and with a shortened body. */
export function redactedRequest(
  baseUrl: string,
  { method, path, headers, body }: WireRequest,
  conceal: Concealer,
): ShownExchange['request'] {
  return {
    method,
    url: conceal(baseUrl + withConcealedQuery(path, conceal)),
    headers: concealedFields(headers, conceal),
    body: shown(body?.toString() ?? '', conceal),
  };
}

/** The path with concealed credentials in its query. */
function withConcealedQuery(path: string, { inField }: Concealer): string {
  return path.replaceAll(/([?&])([^=&]+)=([^&]*)/g, (_, mark, name, value) => `${mark}${name}=${inField(name, value)}`);
}

/** Cuts the text twice: a secret that the first cut divides would not be found, so a margin is removed afterwards. */
function shown(text: string, conceal: Conceal): string {
  if (text.length <= MAX_SHOWN) return conceal(text);
  const start = conceal(text.slice(0, MAX_SHOWN + MARGIN));
  const kept = text.length <= MAX_SHOWN + MARGIN ? MAX_SHOWN : Math.min(MAX_SHOWN, start.length - MARGIN);
  return `${start.slice(0, kept)}… (${text.length} characters)`;
}

/** The cookies of one field: the name and the value of each, without attributes (RFC 6265 §5.2). */
const COOKIE = /(^[^=;,]*=|^|,\s*[^\s=;,]+=)((?:"[^"]*")?(?:(?!,\s*[^\s=;,]+=)[^;])*)/g;

/** The headers without cookie values, which may be credentials. */
function withoutCookies(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const cookies = headers['set-cookie'];
  if (cookies === undefined) return headers;
  const shown = cookies.replaceAll(COOKIE, (all, name, value) => (value === '' ? all : `${name}(concealed)`));
  return { ...headers, 'set-cookie': shown };
}

function concealedFields(fields: Readonly<Record<string, string>>, conceal: Concealer): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [conceal(name), conceal.inField(name, value)]),
  );
}
