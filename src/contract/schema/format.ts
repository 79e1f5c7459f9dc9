/** String format that JSON Schema does not define, with its own schema keywords. */
export interface Format {
  validate(text: string): boolean;
  /** Description of a valid string: `a PEM-encoded RSA public key`. */
  readonly expected: string;
  /** Schema keywords of the format, by name; they apply only to strings of the format. */
  readonly keywords?: Readonly<Record<string, FormatKeyword>>;
  /** Sentence about the probable kind of a rejected string, such as a private key; undefined if the kind is unclear. */
  hint?(text: string): string | undefined;
  /** Valid strings of the format, which generated bodies use. */
  samples?(): readonly string[];
}

/** Schema keyword whose value is a limit, such as a number of bits. */
export interface FormatKeyword {
  isMet(limit: number, text: string): boolean;
  /** Description of the expected value: `a key of at least 2048 bits`. */
  expected(limit: number): string;
}

/** String formats, each by its name in the schema keyword `format`. */
export type Formats = Readonly<Record<string, Format>>;
