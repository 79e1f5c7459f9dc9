/** An OpenAPI path template in Express's syntax: names quoted, its special characters escaped. */
export function toExpressPath(template: string): string {
  return template
    .split(/(\{[^}]+\})/)
    .map((part) =>
      part.startsWith('{') ? `:${JSON.stringify(part.slice(1, -1))}` : part.replace(/[\\{}()[\]+?!:*]/g, '\\$&'),
    )
    .join('');
}
