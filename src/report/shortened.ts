/** The beginning of a text that has more than so many characters. */
export function shortened(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest).toWellFormed()}…` : text;
}
