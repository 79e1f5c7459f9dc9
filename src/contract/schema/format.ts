/** String format in addition to those of JSON Schema, with its keywords. */
export interface Format {
  validate(text: string): boolean;
  /** Keywords by name; they apply only to texts of the format. */
  readonly keywords?: Readonly<Record<string, FormatKeyword>>;
  /** Sentence about the probable kind of a rejected text; undefined if it is unclear. */
  hint?(text: string): string | undefined;
  /** Valid texts for generated bodies. */
  samples?(): readonly string[];
}

/** Keyword whose value is a limit, such as a number of bits. */
export interface FormatKeyword {
  isMet(limit: number, text: string): boolean;
  /** Description of the expected value: `a key of at least 2048 bits`. */
  expected(limit: number): string;
}

/** Formats by the value of `format` in the document. */
export type Formats = Readonly<Record<string, Format>>;
