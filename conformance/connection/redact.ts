import type { ShownExchange } from '../../src/run-result/case-record.ts';
import type { SentExchange, WireRequest } from '../../src/run-result/wire.ts';
import { count, shortened } from '../../src/run-result/words.ts';
import { EVIDENCE_LIMITS } from './response-limits.ts';
import type { Conceal, Concealer } from './secrets.ts';

/**
 * Additional characters that a shortened text keeps during the search for secrets, so that no encoded secret is
 * divided.
 */
const MARGIN = 10_000;

/** Limits for a request or response in a report: the characters of its body, and the number of its headers. */
interface Lengths {
  readonly body: number;
  readonly headers: number;
}

/** The exchange without secrets and cookie values, and with shortened bodies. */
export function redacted(
  baseUrl: string,
  { request, answer, startedAt }: SentExchange,
  conceal: Concealer,
  lengths: Lengths = EVIDENCE_LIMITS,
): ShownExchange {
  return {
    request: redactedRequest(baseUrl, request, conceal, lengths),
    response: {
      status: answer?.status ?? 0,
      headers: concealedFields(withoutCookies(answer?.headers ?? {}), conceal, lengths),
      body: shown(answer?.text ?? '', conceal, lengths.body),
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
  lengths: Lengths = EVIDENCE_LIMITS,
): ShownExchange['request'] {
  return {
    method,
    url: shown(baseUrl + withConcealedQuery(path, conceal), conceal, lengths.body),
    headers: concealedFields(headers, conceal, lengths),
    body: shown(body?.toString() ?? '', conceal, lengths.body),
  };
}

/** The path, with placeholders instead of the credentials in its query. */
function withConcealedQuery(path: string, { inField }: Concealer): string {
  return path.replaceAll(
    /([?&])([^=&?]+)=([^&]*)/g,
    (_, mark, name, value) => `${mark}${name}=${inField(name, value)}`,
  );
}

/**
 * Shortens the text in two steps: a search cannot find a secret that a cut divides, so the first step keeps a margin
 * for the search, and the second step removes the margin.
 */
function shown(text: string, conceal: Conceal, longest: number): string {
  if (text.length <= longest) return conceal(text);
  const start = conceal(text.slice(0, longest + MARGIN));
  const kept = text.length <= longest + MARGIN ? longest : Math.min(longest, start.length - MARGIN);
  return `${start.slice(0, kept)}… (${text.length} characters)`;
}

/** Matches the name and the value of each cookie in a `Set-Cookie` header, without attributes (RFC 6265 §5.2). */
const COOKIE = /(^[^=;,]*=|^|,\s*[^\s=;,]+=)((?:"[^"]*")?(?:(?!,\s*[^\s=;,]+=)[^;])*)/g;

/** The headers without cookie values, which may be credentials. */
function withoutCookies(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const cookies = headers['set-cookie'];
  if (cookies === undefined) return headers;
  const shown = cookies.replaceAll(COOKIE, (all, name, value) => (value === '' ? all : `${name}(concealed)`));
  return { ...headers, 'set-cookie': shown };
}

function concealedFields(
  fields: Readonly<Record<string, string>>,
  conceal: Concealer,
  lengths: Lengths,
): Record<string, string> {
  const all = Object.entries(fields);
  const kept = all.slice(0, lengths.headers);
  const rest = all.length - kept.length;
  return Object.fromEntries([
    ...kept.map(([name, value]) => [conceal(name), shortened(conceal.inField(name, value), lengths.body)]),
    ...(rest > 0 ? [['…', `(${count(rest, 'more header')})`]] : []),
  ]);
}
