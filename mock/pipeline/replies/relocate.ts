import { isObject, type JsonObject, mapStrings } from '../../../src/contract/json.ts';
import { isLocalName } from '../control-access.ts';

/** Returns a copy of a value in which URLs of the mock replace the URLs of the first server in the OpenAPI document. */
export type Relocate = <Value>(value: Value) => Value;

/**
 * Creates the function that replaces the server URLs in the examples of an OpenAPI document. If the first server in the
 * document is a local address, the function replaces the URLs of this server with URLs of the mock. URLs of other
 * servers stay unchanged.
 *
 * @returns a function that converts the absolute URL of the mock or sandbox, without the base path, to a `Relocate`
 * function
 */
export function relocation(root: JsonObject, basePath: string): (baseUrl: string) => Relocate {
  const [server] = Array.isArray(root.servers) ? root.servers : [];
  const documented = isObject(server) ? URL.parse(String(server.url)) : null;
  if (documented === null || !isLocalName(documented.hostname.replace(/^\[(.*)\]$/, '$1')))
    return () => (value) => value;
  const { origin } = documented;
  return (baseUrl) => {
    const replacements = [
      [`${origin}${basePath}/`, `${baseUrl}${basePath}/`],
      // The URL of a problem page contains no sandbox, since all sandboxes share the problem pages.
      [`${origin}/`, `${baseUrl.split('/', 3).join('/')}/`],
    ] as const;
    const replaceUrl = (text: string) => {
      const [from, to] = replacements.find(([from]) => text.startsWith(from)) ?? ['', ''];
      return to + text.slice(from.length);
    };
    return (value) => mapStrings(value, replaceUrl);
  };
}

/** Replaces the URLs in all examples of a document. */
export function withExamples(node: unknown, relocate: Relocate): unknown {
  if (Array.isArray(node)) return node.map((item) => withExamples(item, relocate));
  if (!isObject(node)) return node;
  return Object.fromEntries(
    Object.entries(node).map(([name, value]) => [
      name,
      name === 'example' || name === 'examples' ? relocate(value) : withExamples(value, relocate),
    ]),
  );
}
