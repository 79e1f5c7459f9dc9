/** A source lacks what others of the project ask of it: the message says which file, and what to add. */
export class IncompleteSourceError extends Error {
  override readonly name = 'IncompleteSourceError';
}
