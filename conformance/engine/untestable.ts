/** A precondition of a case is missing: its rules are untestable. */
export class Untestable extends Error {
  override readonly name = 'Untestable';
}

/** The document itself does not state what a request of one operation needs. */
export class Unsaid extends Untestable {
  override readonly name = 'Untestable';
}
