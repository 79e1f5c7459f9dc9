/** OpenAPI path templating (§4.8.8.2): `/things/{thingId}/parts`. */

/**
 * Inserts parameter values into a path template; each value is percent-encoded as one segment.
 */
export function expandPath(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`The path ${template} has no value for ${name}.`);
    return encodeURIComponent(value);
  });
}

/** Percent-decoded values of the parameters in a path. */
export type PathParameters = Readonly<Record<string, string>>;

/**
 * Returns a function that reads the parameters of a path template from a path. The function returns undefined if the
 * path does not match the template.
 */
export function pathReader(template: string): (path: string) => PathParameters | undefined {
  const names = [...template.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name);
  const expression = new RegExp(`^${templatePattern(template)}$`);
  return (path) => {
    const found = expression.exec(path);
    return found ? Object.fromEntries(names.map((name, index) => [name, decoded(found[index + 1] ?? '')])) : undefined;
  };
}

/** Regular expression that matches the paths of a template, with a group for each parameter. */
export function templatePattern(template: string): string {
  return template
    .split(/(\{[^{}]+\})/)
    .map((part) => (part.startsWith('{') ? '([^/]+)' : part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')))
    .join('');
}

/** Decodes a path segment. A segment that is not percent-encoded UTF-8 is returned unchanged. */
export function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
