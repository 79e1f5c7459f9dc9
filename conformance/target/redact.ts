import { secretHider } from '../../src/contract/hide-secrets.ts';
import type { Answer } from './answer.ts';
import type { WireRequest } from './client.ts';

/** Stands for the target's API key wherever one is shown. */
const KEY_PLACEHOLDER = '$CONTRACT_API_KEY';

/** A request as it was sent, and its answer; undefined where none came. */
export interface SentExchange {
  readonly request: WireRequest;
  readonly answer: Answer | undefined;
  readonly startedAt: Date;
}

/** A request and its answer as a report may show them. */
export interface ShownExchange {
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  };
  readonly response: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  };
  readonly durationMs: number;
  /** When the request was sent, RFC 3339. */
  readonly startedAt: string;
}

const MAX_SHOWN = 20_000;

/** Takes every secret out of an exchange. Keys that are only like the real one go with it. */
export function redacted(
  baseUrl: string,
  { request, answer, startedAt }: SentExchange,
  secrets: readonly string[],
): ShownExchange {
  const hide = secretHider(secrets, KEY_PLACEHOLDER);
  const body = request.body === undefined ? '' : request.body.toString();
  return {
    request: {
      method: request.method,
      url: hide(baseUrl + request.path),
      headers: mapValues(request.headers, hide),
      body: shorten(hide(body)),
    },
    response: {
      status: answer?.status ?? 0,
      headers: mapValues(answer?.headers ?? {}, hide),
      body: shorten(hide(answer?.text ?? '')),
    },
    durationMs: Math.round((answer?.durationMs ?? 0) * 100) / 100,
    startedAt: startedAt.toISOString(),
  };
}

export function hideSecrets(text: string, secrets: readonly string[]): string {
  return secretHider(secrets, KEY_PLACEHOLDER)(text);
}

function shorten(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}… (${text.length} characters)` : text;
}

function mapValues(
  record: Readonly<Record<string, string>>,
  change: (value: string) => string,
): Record<string, string> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}
