/** Number with a noun: `1 rule`, `2 rules`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** Truncates a text to `longest` characters, and appends a note about the omitted characters. */
export function shortened(text: string, longest: number): string {
  const rest = text.length - longest;
  return rest > 0 ? `${start(text, longest)}… (${count(rest, 'more character')})` : text;
}

/** First `longest` UTF-16 units of a text, or one unit fewer, so that the text does not end within a character. */
export function start(text: string, longest: number): string {
  return text
    .slice(0, longest)
    .replace(/[\uD800-\uDBFF]$/, '')
    .toWellFormed();
}
