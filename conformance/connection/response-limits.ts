/**
 * The limits for what a target sends. A target may be hostile, or broken: no response may exhaust the memory or the time
 * of a run. A report contains a note about everything that a limit cut.
 */
export const RESPONSE_LIMITS = {
  /** Bytes of a body, also after decompression. A larger response counts as none. */
  bodyBytes: 8 * 2 ** 20,
  /** Chunks of a body. The suite handles each chunk separately, so that many small ones take long. */
  chunks: 100_000,
  /** Levels of arrays and objects in a JSON body. A deeper body is not judged. */
  jsonDepth: 500,
  /** Values in a JSON body. A larger body is not judged. */
  jsonValues: 100_000,
  /** Characters of an error response that are searched for internal details. */
  searched: 2 ** 16,
  /** Characters of all bodies of a run. The run then ends. */
  runCharacters: 2 ** 30,
  /** Characters of all bodies that a case keeps until it ends. The case is then untestable. */
  caseCharacters: 10 * 2 ** 20,
  /** Characters of all bodies whose values a run compares at its end. The run then ends. */
  comparedCharacters: 32 * 2 ** 20,
  /** Titles of problems that a run compares, and the length of each. */
  titles: 500,
  titleCharacters: 300,
} as const;

/** The limits for what a record of a case keeps of an exchange or a finding, in characters. */
export const EVIDENCE_LIMITS = {
  /** A body. */
  body: 20_000,
  /** A text of a finding: its message, the expected and the actual value. */
  text: 5000,
  /** Headers of a message. */
  headers: 100,
  /** All records of a run. Later evidence has the lengths of `scarce`. */
  run: 12 * 2 ** 20,
  scarce: { body: 300, text: 300, headers: 20 },
} as const;
