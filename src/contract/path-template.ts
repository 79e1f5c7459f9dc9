/** OpenAPI path templating (§4.8.8.2): `/projects/{projectIdOrName}/integrations`. */

/** Fills the template, each value percent-encoded as one segment. */
export function expandPath(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`The path ${template} has no value for ${name}.`);
    return encodeURIComponent(value);
  });
}

/** The same path in Express's syntax: names quoted, its special characters escaped. */
export function toExpressPath(template: string): string {
  return template
    .split(/(\{[^}]+\})/)
    .map((part) =>
      part.startsWith('{') ? `:${JSON.stringify(part.slice(1, -1))}` : part.replace(/[\\{}()[\]+?!:*]/g, '\\$&'),
    )
    .join('');
}
