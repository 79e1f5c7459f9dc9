/** What a group of a pattern can be called. */
const GROUP_NAME = /^[A-Za-z_$][\w$]*$/;

/**
 * An OpenAPI path template as Express takes it: a pattern whose groups have the names of the parameters.
 * Where these are no names of groups it is Express's own syntax, which takes longer for each request.
 */
export function toExpressPath(template: string): RegExp | string {
  const parts = template.split(/\{([^}]+)\}/);
  const isName = (index: number) => index % 2 === 1;
  const names = parts.filter((_, index) => isName(index));
  if (!names.every((name) => GROUP_NAME.test(name))) {
    return parts
      .map((part, index) => (isName(index) ? `:${JSON.stringify(part)}` : part.replace(/[\\{}()[\]+?!:*]/g, '\\$&')))
      .join('');
  }
  const pattern = parts.map((part, index) => (isName(index) ? `(?<${part}>[^/]+)` : escaped(part)));
  return new RegExp(`^${pattern.join('')}$`);
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
