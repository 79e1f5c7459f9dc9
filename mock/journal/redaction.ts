import type { Contract } from '../../src/contract/contract.ts';
import { MIN_SECRET_LENGTH, secretHider } from '../../src/contract/hide-secrets.ts';
import { mapStrings } from '../../src/contract/json.ts';

/** The text that replaces a secret. */
export const REDACTED = '[redacted]';

/**
 * Names of query parameters in which clients often send credentials (RFC 6750 §2.3). The redaction also removes the API
 * keys in the query parameters that the OpenAPI document declares.
 */
const QUERY_CREDENTIALS = ['api_key', 'apikey', 'api-key', 'access_token'];

const CREDENTIALS = ['x-api-key', 'authorization', 'proxy-authorization', 'cookie', 'set-cookie'];

/**
 * Removes secrets from exchanges: the values of headers and query parameters for credentials, and known API keys in any
 * other text. A short API key such as `demo` is removed only from the headers and query parameters for credentials,
 * since its removal would make other texts unreadable.
 */
export class Redaction {
  /** Names of the headers whose values the redaction removes, in lower case. */
  readonly headers: ReadonlySet<string>;
  /** Removes the known API keys from a text. */
  readonly text: (text: string) => string;
  readonly #queryKeys: RegExp;
  readonly #known: ReadonlySet<string>;

  constructor(contract: Contract, secrets: readonly string[]);
  /** @param base another redaction. The new redaction also removes the secrets that `base` removes */
  constructor(base: Redaction, secrets: readonly string[]);
  constructor(of: Contract | Redaction, secrets: readonly string[]) {
    const long = secrets.filter(({ length }) => length >= MIN_SECRET_LENGTH);
    if (of instanceof Redaction) {
      this.headers = of.headers;
      this.#queryKeys = of.#queryKeys;
      this.#known = of.#known.union(new Set(long));
    } else {
      const names = of.operations.flatMap(({ apiKeys }) => apiKeys.map(({ name }) => name));
      this.headers = new Set([...CREDENTIALS, ...names.map((name) => name.toLowerCase())]);
      this.#queryKeys = queryKeys([...names, ...QUERY_CREDENTIALS]);
      this.#known = new Set(long);
    }
    this.text = secretHider([...this.#known], REDACTED);
  }

  /**
   * Creates the redaction of one exchange, which also removes the credentials in the request of this exchange. A proxy
   * does not know the API keys of its clients in advance, and a backend may repeat an API key in its response.
   */
  forRequest(headers: Readonly<Record<string, unknown>>, path: string): Redaction {
    const credentials: string[] = [];
    for (const name of this.headers) if (headers[name] !== undefined) credentials.push(...credentialsIn(headers[name]));
    if (path.includes('?'))
      for (const [, , value = ''] of path.matchAll(this.#queryKeys)) credentials.push(decoded(value));
    const secrets = credentials.filter((value) => value.length >= MIN_SECRET_LENGTH && !this.#known.has(value));
    return secrets.length === 0 ? this : new Redaction(this, secrets);
  }

  /** Removes the API keys from a path with a query. */
  path(path: string): string {
    return this.text(path.includes('?') ? path.replace(this.#queryKeys, `$1${REDACTED}`) : path);
  }

  /** Removes the known API keys from a JSON value, including the names of its properties. */
  value(value: unknown): unknown {
    return mapStrings(value, this.text);
  }
}

function queryKeys(names: readonly string[]): RegExp {
  const forms = names.map((name) => encodeURIComponent(name).replaceAll(/[.*()']/g, '\\$&'));
  return new RegExp(`([?&](?:${forms.join('|')})=)([^&]*)`, 'gi');
}

/**
 * Lists the possible secrets in a header: the whole value, the value without the authentication scheme (such as
 * `Bearer`), and the value of each cookie.
 */
function credentialsIn(header: unknown): string[] {
  const value = Array.isArray(header) ? header.join(', ') : header;
  if (typeof value !== 'string' || value === '') return [];
  const space = value.indexOf(' ');
  const cookies = value.includes('=') ? value.split(/[;,]/).map((one) => one.slice(one.indexOf('=') + 1).trim()) : [];
  return [value, ...(space > 0 ? [value.slice(space + 1)] : []), ...cookies];
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '));
  } catch {
    return value;
  }
}
