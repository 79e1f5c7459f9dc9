/** OpenAPI path templating (§4.8.8.2): `/things/{thingId}/parts`. */

/** Fills the template, each value percent-encoded as one segment. */
export function expandPath(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`The path ${template} has no value for ${name}.`);
    return encodeURIComponent(value);
  });
}

/** What a path has where the template has names, percent-decoded. */
export type PathParameters = Readonly<Record<string, string>>;

/** Reads the names of a template out of a path, each one segment; undefined when the path is another one. */
export function pathReader(template: string): (path: string) => PathParameters | undefined {
  const names = [...template.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
  const expression = new RegExp(`^${templatePattern(template)}$`);
  return (path) => {
    const found = expression.exec(path);
    return found ? Object.fromEntries(names.map((name, index) => [name, decoded(found[index + 1] ?? '')])) : undefined;
  };
}

/** A regular expression for the paths of a template, with a group for each name. */
export function templatePattern(template: string): string {
  return template
    .split(/(\{[^}]+\})/)
    .map((part) => (part.startsWith('{') ? '([^/]+)' : part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')))
    .join('');
}

/** A segment that is not percent-encoded UTF-8 stands for itself. */
export function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
