/** What stands in backticks, as code; of text that is HTML already. */
export function inlineCode(html: string): string {
  return html.replace(/`([^`]+)`/g, '<code>$1</code>');
}
