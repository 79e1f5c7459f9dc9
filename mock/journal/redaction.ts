import type { Contract } from '../../src/contract/contract.ts';
import { MIN_SECRET_LENGTH, secretHider } from '../../src/contract/hide-secrets.ts';
import { mapStrings } from '../../src/contract/json.ts';

/** Replaces secrets. */
export const REDACTED = '[redacted]';

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
  readonly #queryKeys: RegExp | undefined;

  constructor(contract: Contract, secrets: readonly string[]) {
    const schemes = contract.operations.flatMap(({ apiKeys }) => apiKeys);
    const names = (place: string) => schemes.filter((scheme) => scheme.in === place).map(({ name }) => name);
    this.headers = new Set([...CREDENTIALS, ...names('header').map((name) => name.toLowerCase())]);
    this.text = secretHider(
      secrets.filter(({ length }) => length >= MIN_SECRET_LENGTH),
      REDACTED,
    );
    this.#queryKeys = queryKeys(names('query'));
  }

  /** Removes keys from a path with its query. */
  path(path: string): string {
    return this.text(this.#queryKeys ? path.replace(this.#queryKeys, `$1${REDACTED}`) : path);
  }

  /** Removes the known keys from a JSON value, including the names of its properties. */
  value(value: unknown): unknown {
    return mapStrings(value, this.text);
  }
}

function queryKeys(names: readonly string[]): RegExp | undefined {
  if (names.length === 0) return undefined;
  const forms = names.map((name) => encodeURIComponent(name).replaceAll(/[.*()']/g, '\\$&'));
  return new RegExp(`([?&](?:${forms.join('|')})=)[^&]*`, 'gi');
}
