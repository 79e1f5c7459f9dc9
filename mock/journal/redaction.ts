import type { Contract } from '../../src/contract/contract.ts';
import { MIN_SECRET_LENGTH, secretHider } from '../../src/contract/hide-secrets.ts';
import { mapStrings } from '../../src/contract/json.ts';

/** Stands for what must not be shown. */
export const REDACTED = '[redacted]';

const CREDENTIALS = ['x-api-key', 'authorization', 'proxy-authorization', 'cookie', 'set-cookie'];

/**
 * Takes secrets out: headers and query parameters that carry one, and known keys wherever they stand. A short key, such
 * as `demo`, is hidden where it counts alone: other texts, names and paths, would be unreadable without it.
 */
export class Redaction {
  /** Whatever these say, it is not kept; in lower case. */
  readonly headers: ReadonlySet<string>;
  /** A text without the known keys. */
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

  /** A path with its query. */
  path(path: string): string {
    return this.text(this.#queryKeys ? path.replace(this.#queryKeys, `$1${REDACTED}`) : path);
  }

  /** A value of JSON without the known keys, also in the names of its members. */
  value(value: unknown): unknown {
    return mapStrings(value, this.text);
  }
}

function queryKeys(names: readonly string[]): RegExp | undefined {
  if (names.length === 0) return undefined;
  const forms = names.map((name) => encodeURIComponent(name).replaceAll(/[.*()']/g, '\\$&'));
  return new RegExp(`([?&](?:${forms.join('|')})=)[^&]*`, 'gi');
}
