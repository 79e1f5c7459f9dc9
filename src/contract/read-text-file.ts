import { readFileSync } from 'node:fs';

/** Reason why a file cannot be read, without a full stop. */
export function whyUnreadable(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' ? 'the file does not exist' : `the file cannot be read (${code ?? String(error)})`;
}

/** Reads a text file. @param failure function that creates the error for a file that cannot be read */
export function readTextFile(path: string, failure: (reason: string, options: ErrorOptions) => Error): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw failure(whyUnreadable(error), { cause: error });
  }
}
