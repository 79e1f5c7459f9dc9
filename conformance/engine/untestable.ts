/** Error of a case whose precondition is missing, so that its rules are untestable. */
export class Untestable extends Error {
  override readonly name = 'Untestable';
}

/** Error of a case if the document lacks a value that a request of one operation needs. */
export class MissingExample extends Untestable {
  override readonly name = 'Untestable';
}
