/** A string format that a document uses beside those of JSON Schema, with the keywords that belong to it. */
export interface Format {
  validate(text: string): boolean;
  /** By name; each applies to texts of the format only. */
  readonly keywords?: Readonly<Record<string, FormatKeyword>>;
  /** The probable kind of a rejected text, if it is clear; one sentence. */
  hint?(text: string): string | undefined;
  /** Texts of the format, for generated bodies. */
  samples?(): readonly string[];
}

/** A keyword whose value is a limit, such as a number of bits. */
export interface FormatKeyword {
  isMet(limit: number, text: string): boolean;
  /** After "expected": `a key of at least 2048 bits`. */
  expected(limit: number): string;
}

/** By the value of `format` in the document. */
export type Formats = Readonly<Record<string, Format>>;
