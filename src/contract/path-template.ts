/** OpenAPI path templating (§4.8.8.2): `/things/{thingId}/parts`. */

/** Fills the template, each value percent-encoded as one segment. */
export function expandPath(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`The path ${template} has no value for ${name}.`);
    return encodeURIComponent(value);
  });
}
