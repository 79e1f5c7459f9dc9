/**
 * The limits for what a target sends. Responses of a hostile or broken target must not exhaust the memory or the time
 * of a run. A report contains a note for each text that a limit shortened.
 */
export const RESPONSE_LIMITS = {
  /**
   * Maximum bytes of a body, also after decompression. The suite treats a response with a larger body as a missing
   * response.
   */
  bodyBytes: 8 * 2 ** 20,
  /**
   * Maximum number of chunks of a body, since the suite handles each chunk separately. The suite treats a response with
   * more chunks than this maximum as a missing response.
   */
  chunks: 100_000,
  /** Maximum nesting depth of a JSON body. The suite does not judge a body with deeper nesting than this maximum. */
  jsonDepth: 500,
  /** Maximum number of values in a JSON body. The suite does not judge a body with more values than this maximum. */
  jsonValues: 100_000,
  /**
   * Maximum bytes of a property name in a JSON body. The suite does not judge a body with a name above this maximum,
   * since V8 keeps property names in memory for longer than other strings.
   */
  jsonName: 2 ** 16,
  /** Number of characters at the start of an error response in which the suite searches for internal details. */
  searched: 2 ** 16,
  /** Maximum characters of all response bodies of a run together; a run that exceeds this maximum ends early. */
  runCharacters: 2 ** 30,
  /** Maximum characters of the response bodies that one case keeps; a case that exceeds this maximum is untestable. */
  caseCharacters: 5 * 2 ** 20,
  /**
   * Maximum characters of all bodies whose values a run compares at its end; a run that exceeds this maximum ends
   * early.
   */
  comparedCharacters: 32 * 2 ** 20,
  /** Maximum number of titles of problem documents that a run compares, and the maximum length of each title. */
  titles: 500,
  titleCharacters: 300,
} as const;

/** The limits for the evidence in the record of a case (exchanges and findings), in characters. */
export const EVIDENCE_LIMITS = {
  /** Maximum characters of the body of a request or response. */
  body: 20_000,
  /** Maximum characters of each text of a finding: of the message, the expected value and the actual value. */
  text: 5000,
  /** Maximum number of headers of a request or response. */
  headers: 100,
  /**
   * The number of characters of evidence in all case records of a run together, above which the lower limits in
   * `scarce` apply to further evidence.
   */
  run: 8 * 2 ** 20,
  scarce: { body: 300, text: 300, headers: 20 },
} as const;
