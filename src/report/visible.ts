/** C0 controls without tab and line feed, DEL, C1 controls, and those that turn the direction of text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the control characters are what is looked for
const INVISIBLE = /[\0-\x08\x0B-\x1F\x7F-\x9F\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** The text with `[U+0000]` for what a reader could not see, or would be misled by; lone surrogates are U+FFFD. */
export function visible(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replace(INVISIBLE, (character) => `[U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`);
}

/** For a terminal. What a target says must not begin a line: to a CI server, some lines are commands. */
export function asLines(lines: readonly string[]): string {
  return `${lines.map((line) => line.replaceAll(/[\r\n]+/g, ' ')).join('\n')}\n`;
}
