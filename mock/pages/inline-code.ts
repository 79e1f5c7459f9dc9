/** Converts text in backticks to `code` elements, in escaped HTML. */
export function inlineCode(html: string): string {
  return html.replace(/`([^`]+)`/g, '<code>$1</code>');
}
