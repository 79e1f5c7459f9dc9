import { readFileSync } from 'node:fs';

/** Why a file cannot be read: the end of a sentence, without a full stop. */
export function whyUnreadable(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${code ?? String(error)})`;
}

/** @param failure makes the error that is thrown when the file cannot be read */
export function readTextFile(path: string, failure: (reason: string, options: ErrorOptions) => Error): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw failure(whyUnreadable(error), { cause: error });
  }
}
