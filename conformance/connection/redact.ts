import type { ShownExchange } from '../../src/run-result/case-record.ts';
import type { SentExchange, WireRequest } from '../../src/run-result/wire.ts';
import type { Conceal } from './secrets.ts';

const MAX_SHOWN = 20_000;

/** Room for a secret, in whatever form, where a text is cut. */
const MARGIN = 10_000;

/** The exchange with every secret and the values of its cookies taken out, and long bodies cut. */
export function redacted(
  baseUrl: string,
  { request, answer, startedAt }: SentExchange,
  conceal: Conceal,
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

/** The request alone, in the same way. */
export function redactedRequest(
  baseUrl: string,
  { method, path, headers, body }: WireRequest,
  conceal: Conceal,
): ShownExchange['request'] {
  return {
    method,
    url: conceal(baseUrl + path),
    headers: concealedFields(headers, conceal),
    body: shown(body?.toString() ?? '', conceal),
  };
}

/** A secret that the cut goes through would no longer be found: the text is cut twice. */
function shown(text: string, conceal: Conceal): string {
  if (text.length <= MAX_SHOWN) return conceal(text);
  const start = conceal(text.slice(0, MAX_SHOWN + MARGIN));
  const kept = text.length <= MAX_SHOWN + MARGIN ? MAX_SHOWN : Math.min(MAX_SHOWN, start.length - MARGIN);
  return `${start.slice(0, kept)}… (${text.length} characters)`;
}

/** Cookies of one field, which a comma may divide: the name of each, and its value, up to its attributes (RFC 6265 §5.2). */
const COOKIE = /(^[^=;,]*=|^|,\s*[^\s=;,]+=)((?:"[^"]*")?(?:(?!,\s*[^\s=;,]+=)[^;])*)/g;

/** Whoever has the value of a cookie may be let in with it. */
function withoutCookies(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const cookies = headers['set-cookie'];
  if (cookies === undefined) return headers;
  const shown = cookies.replaceAll(COOKIE, (all, name, value) => (value === '' ? all : `${name}(concealed)`));
  return { ...headers, 'set-cookie': shown };
}

function concealedFields(fields: Readonly<Record<string, string>>, conceal: Conceal): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [conceal(name), conceal(value)]));
}
