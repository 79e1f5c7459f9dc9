import { basename, isAbsolute, relative, sep } from 'node:path';
import { OPENAPI_FILE } from '../project.ts';

/**
 * Path of a document for a report: relative to the current folder if the document is below it, else the file name only.
 * A report contains no absolute path, since its readers may have the document in another folder.
 */
export function projectPath(file: string): string {
  if (file === OPENAPI_FILE) return 'spec/openapi.yaml';
  const path = relative('', file);
  return path.startsWith('..') || isAbsolute(path) ? basename(file) : path.split(sep).join('/');
}
