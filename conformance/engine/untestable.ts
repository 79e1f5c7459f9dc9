/** Thrown if a precondition of a case is missing: the rules of the case are untestable. */
export class Untestable extends Error {
  override readonly name = 'Untestable';
}

/** Thrown if the document lacks a value that a request of one operation needs. */
export class MissingExample extends Untestable {
  override readonly name = 'Untestable';
}
