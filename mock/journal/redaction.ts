import type { Contract } from '../../src/contract/contract.ts';
import { MIN_SECRET_LENGTH, secretHider } from '../../src/contract/hide-secrets.ts';
import { mapStrings } from '../../src/contract/json.ts';

/** Replaces secrets. */
export const REDACTED = '[redacted]';

/** Names of query parameters in which clients send credentials (RFC 6750 §2.3), in addition to those of the document. */
const QUERY_CREDENTIALS = ['api_key', 'apikey', 'api-key', 'access_token'];

const CREDENTIALS = ['x-api-key', 'authorization', 'proxy-authorization', 'cookie', 'set-cookie'];

/**
 * Removes secrets: the values of headers and query parameters for credentials, and known keys in any text. A short key
 * such as `demo` is removed only from these headers and parameters, since its removal would make other texts
 * unreadable.
 */
export class Redaction {
  /** Names of headers whose values are removed, in lower case. */
  readonly headers: ReadonlySet<string>;
  /** Removes the known keys from a text. */
  readonly text: (text: string) => string;
  readonly #queryKeys: RegExp;
  readonly #known: ReadonlySet<string>;

  constructor(contract: Contract, secrets: readonly string[]);
  /** @param base the redaction of other requests, to which `secrets` are added */
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
   * The redaction of one exchange: it also removes what its request sent as a credential. A proxy does not know the keys
   * of its callers, and the backend may repeat them.
   */
  forRequest(headers: Readonly<Record<string, unknown>>, path: string): Redaction {
    const inHeaders = [...this.headers].flatMap((name) => credentialsIn(headers[name]));
    const inQuery = path.includes('?')
      ? [...path.matchAll(this.#queryKeys)].map(([, , value = '']) => decoded(value))
      : [];
    const unknown = [...inHeaders, ...inQuery].filter(
      (value) => value.length >= MIN_SECRET_LENGTH && !this.#known.has(value),
    );
    return unknown.length === 0 ? this : new Redaction(this, unknown);
  }

  /** Removes keys from a path with its query. */
  path(path: string): string {
    return this.text(path.includes('?') ? path.replace(this.#queryKeys, `$1${REDACTED}`) : path);
  }

  /** Removes the known keys from a JSON value, including the names of its properties. */
  value(value: unknown): unknown {
    return mapStrings(value, this.text);
  }
}

function queryKeys(names: readonly string[]): RegExp {
  const forms = names.map((name) => encodeURIComponent(name).replaceAll(/[.*()']/g, '\\$&'));
  return new RegExp(`([?&](?:${forms.join('|')})=)([^&]*)`, 'gi');
}

/** The secrets in a header: the value, the value without its scheme, and the value of each cookie. */
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
