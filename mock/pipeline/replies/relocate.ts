import { isObject, type JsonObject, mapStrings } from '../../../src/contract/json.ts';
import { isLocalName } from '../control-access.ts';

/** Copies a value; URLs below the first of a pair become URLs below the second. */
export type Relocate = <Value>(value: Value) => Value;

/**
 * Examples of a document that names a server on this machine are those of a mock there: their URLs lead to where it
 * is served. Those of any other server stay what they are.
 *
 * @returns what takes the absolute URL of the mock, or of the sandbox, before the base path
 */
export function relocation(root: JsonObject, basePath: string): (world: string) => Relocate {
  const [server] = Array.isArray(root.servers) ? root.servers : [];
  const documented = isObject(server) ? URL.parse(String(server.url)) : null;
  if (documented === null || !isLocalName(documented.hostname.replace(/^\[(.*)\]$/, '$1')))
    return () => (value) => value;
  const { origin } = documented;
  return (world) => {
    const moves = [
      [`${origin}${basePath}/`, `${world}${basePath}/`],
      // The pages of problems are the same in every sandbox.
      [`${origin}/`, world.replace(/^(\w+:\/\/[^/]*).*$/, '$1/')],
    ] as const;
    const moved = (text: string) => {
      const [from, to] = moves.find(([from]) => text.startsWith(from)) ?? ['', ''];
      return to + text.slice(from.length);
    };
    return (value) => mapStrings(value, moved);
  };
}

/** The document, with its examples relocated. */
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
