/**
 * The limits for what a target sends. Responses of a hostile or broken target must not exhaust the memory or the time
 * of a run. A report contains a note for each text that a limit shortened.
 */
export const RESPONSE_LIMITS = {
  /** Bytes of a body, also after decompression. The suite treats a larger response as a missing response. */
  bodyBytes: 8 * 2 ** 20,
  /**
   * Chunks of a body, since the suite handles each chunk separately. It treats a response with more chunks as missing.
   */
  chunks: 100_000,
  /** Levels of nested arrays and objects in a JSON body. The suite does not judge a body that has more levels. */
  jsonDepth: 500,
  /** Values in a JSON body. The suite does not judge a body with more values. */
  jsonValues: 100_000,
  /**
   * Bytes of a property name in a JSON body. The suite does not judge a body with a longer name, since V8 keeps
   * property names in memory for longer than other strings.
   */
  jsonName: 2 ** 16,
  /** The first characters of an error response, in which the suite searches for internal details. */
  searched: 2 ** 16,
  /** Characters of all bodies of a run. A run that exceeds this number ends. */
  runCharacters: 2 ** 30,
  /** Characters of all bodies that a case keeps until it ends. A case that keeps more characters is untestable. */
  caseCharacters: 10 * 2 ** 20,
  /** Characters of all bodies whose values a run compares at its end. A run that exceeds this number ends. */
  comparedCharacters: 32 * 2 ** 20,
  /** Number of titles of problem documents that a run compares, and the maximum length of each title. */
  titles: 500,
  titleCharacters: 300,
} as const;

/** The limits for the evidence in the record of a case (exchanges and findings), in characters. */
export const EVIDENCE_LIMITS = {
  /** Characters of a body. */
  body: 20_000,
  /** Each text of a finding: the message, the expected value and the actual value. */
  text: 5000,
  /** Number of headers of a request or response. */
  headers: 100,
  /**
   * Characters of evidence in all case records of a run. Beyond this number, the limits in `scarce` apply to further
   * evidence.
   */
  run: 12 * 2 ** 20,
  scarce: { body: 300, text: 300, headers: 20 },
} as const;
