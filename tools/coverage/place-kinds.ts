import { places } from '../../conformance/engine/bodies/body-places.ts';
import type { Contract } from '../../src/contract/contract.ts';
import type { Operation } from '../../src/contract/document/operation.ts';
import { isObject, parseJson } from '../../src/contract/json.ts';
import { keyword } from '../../src/contract/schema/schema-walk.ts';
import type { WireRequest } from '../../src/run-result/wire.ts';

/** Part of a request that the suite can change, such as `header`, or a `text` or `key of a map` in the body. */
export type PlaceKind = string;

const USUAL_HEADERS = new Set(['accept', 'content-type', 'content-length', 'x-api-key']);

/** Finds the parts in which a request differs from the examples of its operation. */
export class PlaceKinds {
  readonly #contract: Contract;
  readonly #apiKey: string;
  readonly #runId: string;
  /**
   * Values in the examples of the document, by operation and path; a path has `*` in place of list indices and map
   * keys.
   */
  readonly #known = new Map<string, Set<string>>();

  constructor(contract: Contract, { apiKey, runId }: { readonly apiKey: string; readonly runId: string }) {
    this.#contract = contract;
    this.#apiKey = apiKey;
    this.#runId = runId;
    for (const operation of contract.operations) {
      for (const { value } of operation.requestBody?.content.flatMap(({ examples }) => examples) ?? [])
        for (const [place, shown] of this.#valuesOf(operation, value)) this.#knownAt(operation, place).add(shown);
    }
  }

  /** Parts that the suite can change in the requests of an operation. */
  of(operation: Operation): PlaceKind[] {
    const bodies = operation.requestBody?.content.flatMap(({ examples }) => examples.map(({ value }) => value)) ?? [];
    const inBody = bodies.flatMap((body) => [...this.#valuesOf(operation, body)].map(([, , kind]) => kind));
    const always = ['API key', 'header', 'query', ...(operation.path.includes('{') ? ['identifier'] : [])];
    return [...new Set([...always, ...(operation.requestBody ? ['media type', 'syntax of the body'] : []), ...inBody])];
  }

  /**
   * Parts in which a request differs from the examples.
   *
   * @param isKnown true for a path segment from the document, the fixtures or a created record
   */
  differing(operation: Operation, request: WireRequest, isKnown: (segment: string) => boolean): Set<PlaceKind> {
    const { path, headers, body } = request;
    const [pathname = '', query] = path.split('?');
    const named = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    const kinds = new Set<PlaceKind>();
    if (!pathname.split('/').every(isKnown)) kinds.add('identifier');
    if (query !== undefined) kinds.add('query');
    if (named['x-api-key'] !== this.#apiKey) kinds.add('API key');
    if (Object.keys(named).some((name) => !USUAL_HEADERS.has(name))) kinds.add('header');
    if (!operation.requestBody) return kinds;
    if (named['content-type'] !== 'application/json') kinds.add('media type');
    const json = parseJson(String(body));
    if (!isObject(json)) return kinds.add('syntax of the body');
    for (const [place, shown, kind] of this.#valuesOf(operation, json))
      if (!this.#knownAt(operation, place).has(shown)) kinds.add(kind);
    return kinds;
  }

  #knownAt({ operationId }: Operation, place: string): Set<string> {
    const key = `${operationId} ${place}`;
    const known = this.#known.get(key) ?? new Set();
    this.#known.set(key, known);
    return known;
  }

  *#valuesOf(operation: Operation, body: unknown): Generator<[place: string, shown: string, kind: PlaceKind]> {
    const schema = operation.requestBody?.content[0]?.schema?.schema;
    const maps = new Set<string>();
    for (const { path, value, nodes, map } of places(this.#contract.root, schema, body, 'all')) {
      if (map) maps.add(path.slice(0, -1).join('/'));
      const steps = path.map((step, index) => {
        const isKey = /^\d+$/.test(step) || maps.has(path.slice(0, index).join('/'));
        return isKey ? '*' : step;
      });
      const place = steps.join('/');
      if (map) yield [`${place} key`, this.#withoutRun(path.at(-1) ?? ''), 'key of a map'];
      if (!isObject(value) && !Array.isArray(value))
        yield [place, this.#withoutRun(JSON.stringify(value)), kindOf((name) => keyword(nodes, name))];
    }
  }

  /** Copy of a text without its generated part, so that texts that differ only in this part are equal. */
  #withoutRun(text: string): string {
    const unique = new RegExp(`[\\w -]*${this.#runId}[\\w]*(?:-[0-9a-f]+)*`, 'g');
    return unique.test(text) ? text.replaceAll(unique, '').replaceAll(/@.*"/g, '@"') || 'unique' : text;
  }
}

function kindOf(keywordOf: (name: string) => unknown): PlaceKind {
  const [type, format] = [keywordOf('type'), keywordOf('format')];
  if (keywordOf('enum') !== undefined || keywordOf('const') !== undefined) return 'enum';
  if (format === 'email') return 'email address';
  if (typeof format === 'string' && format.endsWith('pem')) return 'PEM';
  if (type === 'integer' || type === 'number') return 'number';
  return type === 'boolean' ? 'boolean' : 'text';
}
