/** Matches C0 controls except tab and line feed, DEL, C1 controls, and characters that change the text direction. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds control characters
const INVISIBLE = /[\0-\x08\x0B-\x1F\x7F-\x9F\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/**
 * Matches the characters of `INVISIBLE` except C0 controls, which `JSON.stringify` escapes. Also matches the line
 * separators of Unicode, which end a line in some programs.
 */
const INVISIBLE_IN_JSON = /[\x7F-\x9F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/g;

/**
 * Text with a visible form such as `[U+0000]` of each invisible or misleading character, and U+FFFD for each lone
 * surrogate.
 */
export function visible(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replace(INVISIBLE, (character) => `[U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`);
}

/**
 * Joins lines for a terminal. Line breaks within a line become spaces, so that a text of the target cannot begin a line
 * with a workflow command of a CI system.
 */
export function asLines(lines: readonly string[]): string {
  return `${lines.map((line) => withoutCommands(line.replaceAll(/[\r\n]+/g, ' '))).join('\n')}\n`;
}

/** Text for a console, with control characters made visible and without commands of CI systems. */
export function consoleText(text: string): string {
  return withoutCommands(visible(text));
}

/**
 * Makes the commands of CI systems ineffective with an additional space. GitHub Actions executes `::name::` at the
 * start of a line, even after white space, and `##[name]` anywhere in a line. CI systems other than GitHub
 * Actions execute `##vso[name]` and `##teamcity[name]`.
 */
function withoutCommands(text: string): string {
  return text.replaceAll(/##(?=[a-z]{0,20}\[)/gi, '## ').replaceAll(/^([^\S\n\r\u2028\u2029]*)::/gm, '$1: :');
}

/**
 * JSON text with an escape sequence for each character that `visible` replaces, so that a terminal can print the text.
 */
export function visibleJson(value: unknown, indentation?: number): string {
  return JSON.stringify(value, null, indentation).replace(
    INVISIBLE_IN_JSON,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
