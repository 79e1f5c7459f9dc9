/** Thrown by a case whose precondition is missing, so that the rules of the case are untestable. */
export class Untestable extends Error {
  override readonly name = 'Untestable';
}

/** Thrown by a case if the OpenAPI document has no example that a request to the operation needs. */
export class MissingExample extends Untestable {
  override readonly name = 'Untestable';
}
